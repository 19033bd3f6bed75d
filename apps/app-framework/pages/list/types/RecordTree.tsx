import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { VirtualTree, type TreeLine } from '@formwork/ui/list/virtual-tree.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import { pivotQuery } from '@formwork/records-ui/views/use-pivot.ts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';

export interface RecordTreeProps {
  formId: string;
  /** The relation that names the record above. */
  field: Field;
  /** What nodes are called by. */
  name: Field | undefined;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

interface RecordNode {
  title: string;
}

/** Where each opened branch has been read to: the first page, then those behind a cursor. */
type Opened = ReadonlyMap<string | null, readonly (string | undefined)[]>;

/** A way down to a node that was found by its name: drawn also where its branch is not read that far. */
type Pinned = ReadonlyMap<string | null, RecordRow>;

const perRead = 200;
const mostFound = 50;
const deepest = 50;
const none: Pinned = new Map();

/** Records below those their relation names, read branch by branch as they come into view: of 100,000 only what is looked at. */
export function RecordTree({ formId, field, name, chosen, onChoose }: RecordTreeProps) {
  const t = useT();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const [open, setOpen] = useState<Opened>(new Map([[null, [undefined]]]));
  const [pinned, setPinned] = useState(none);
  const reads = useMemo(
    () => [...open].flatMap(([parent, cursors]) => cursors.map((cursor) => ({ parent, cursor }))),
    [open],
  );
  const found = useQueries({
    queries: reads.map(({ parent, cursor }) =>
      q(recordsApi.list, {
        params: { formId },
        query: {
          filter: JSON.stringify(
            parent === null
              ? { field: field.id, operator: 'isEmpty' }
              : { field: field.id, operator: 'hasAny', value: [parent] },
          ),
          limit: perRead,
          ...(name && { sort: sortable(name) }),
          ...(cursor !== undefined && { cursor }),
        },
      }),
    ),
  });
  const parents = useParents(
    formId,
    field.id,
    found.map(({ data }) => data?.rows),
  );
  const titleOf = (row: RecordRow) => (name && fieldText(name, row.values[name.id], locale)) || '—';
  const branches = new Map<string | null, { rows: RecordRow[]; next: string | null; read: boolean }>();
  reads.forEach(({ parent }, at) => {
    const rows = branches.get(parent)?.rows ?? [];
    const data = found[at]?.data;
    // what moved between two pages while they were read stands in both
    const before = new Set(rows.slice(-perRead).map(({ id }) => id));
    rows.push(...(data?.rows ?? []).filter(({ id }) => !before.has(id)));
    branches.set(parent, { rows, next: data?.next ?? null, read: data !== undefined });
  });
  const lines: TreeLine<RecordNode>[] = [];
  const add = (parent: string | null, level: number, way: ReadonlySet<string>) => {
    const { rows, next, read } = branches.get(parent) ?? { rows: [], next: null, read: false };
    const pin = pinned.get(parent);
    const shown = pin && !rows.some(({ id }) => id === pin.id) ? [...rows, pin] : rows;
    shown.forEach((row, place) => {
      const branch = branches.get(row.id);
      const isEnd = !pinned.has(row.id) && (branch?.read === true ? branch.rows.length === 0 : !parents.has(row.id));
      const goesRound = way.has(row.id);
      // a record with two above it stands twice: its id alone would name two lines
      lines.push({
        id: [...way, row.id].join(' '),
        level,
        node: { title: titleOf(row) },
        expandable: !isEnd && !goesRound,
        expanded: open.has(row.id) && !isEnd && !goesRound,
        place: place + 1,
        siblings: shown.length,
      });
      if (open.has(row.id) && !goesRound) add(row.id, level + 1, new Set([...way, row.id]));
    });
    // a line without a node: it is read when it comes into view
    if (next !== null || (open.has(parent) && !read))
      lines.push({
        id: `${[...way].join(' ')} more ${next}`,
        level,
        expandable: false,
        expanded: false,
        place: shown.length + 1,
        siblings: shown.length + 1,
      });
  };
  add(null, 1, new Set());
  const shownChosen = lines.find(({ id }) => idOf(id) === chosen)?.id;

  const onShown = useCallback((visible: readonly TreeLine<RecordNode>[]) => {
    const due = visible.flatMap(({ id, node }) => {
      const [, way, next] = (node === undefined && /^(.*) more (.+)$/.exec(id)) || [];
      return way === undefined || next === undefined || next === 'null'
        ? []
        : [{ parent: way === '' ? null : idOf(way), next }];
    });
    if (due.length === 0) return;
    setOpen((now) => {
      if (due.every(({ parent, next }) => now.get(parent)?.includes(next))) return now;
      const opened = new Map(now);
      for (const { parent, next } of due)
        if (!opened.get(parent)?.includes(next)) opened.set(parent, [...(opened.get(parent) ?? []), next]);
      return opened;
    });
  }, []);
  const chooseFound = (row: RecordRow, above: readonly RecordRow[]) => {
    setSearch('');
    const way = [...above, row];
    setOpen((now) => {
      const opened = new Map(now);
      for (const { id } of above) if (!opened.has(id)) opened.set(id, [undefined]);
      return opened;
    });
    setPinned(new Map(way.map((one, at): [string | null, RecordRow] => [way[at - 1]?.id ?? null, one])));
    onChoose(row.id);
  };
  return (
    <div className="fw-record-tree">
      {name && searchable(name) && (
        <SearchInput
          label={t('views.tree.search')}
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {wanted !== '' && name ? (
        <FoundNodes
          formId={formId}
          field={field}
          name={name}
          search={wanted}
          titleOf={titleOf}
          onChoose={chooseFound}
        />
      ) : found[0] && !found[0].data ? (
        <Unread small of={[found[0]]} skeleton={<SkeletonRows rows={8} columns={1} height={32} />} />
      ) : (
        <VirtualTree<RecordNode>
          label={textIn(field.title, locale)}
          lines={lines}
          chosen={shownChosen}
          reveal={shownChosen}
          render={({ title }) => (
            <span className="fw-tree-name" title={title}>
              {title}
            </span>
          )}
          onChoose={(id) => onChoose(idOf(id))}
          onShown={onShown}
          onToggle={(line) =>
            setOpen((now) => {
              const next = new Map(now);
              const id = idOf(line);
              if (!next.delete(id)) next.set(id, [undefined]);
              return next;
            })
          }
        />
      )}
    </div>
  );
}

/** Those of the rows that have something below them: a caret before any other would promise too much. */
function useParents(
  formId: string,
  field: string,
  pages: readonly (readonly RecordRow[] | undefined)[],
): ReadonlySet<string> {
  const asked = useQueries({
    queries: pages.map((rows = []) => ({
      ...pivotQuery(formId, {
        filter: JSON.stringify({ field, operator: 'hasAny', value: rows.map(({ id }) => id) }),
        rows: [{ field }],
      }),
      enabled: rows.length > 0,
    })),
  });
  return new Set(
    asked.flatMap(
      ({ data }) =>
        data?.groups.flatMap(({ rows: [key] }) => (typeof key === 'string' ? (JSON.parse(key) as string[]) : [])) ?? [],
    ),
  );
}

/** Nodes by their name, each with what stands above it. */
function FoundNodes({
  formId,
  field,
  name,
  search,
  titleOf,
  onChoose,
}: {
  formId: string;
  field: Field;
  name: Field;
  search: string;
  titleOf: (row: RecordRow) => string;
  onChoose: (row: RecordRow, above: readonly RecordRow[]) => void;
}) {
  const t = useT();
  const query = { filter: JSON.stringify({ field: name.id, operator: 'contains', value: search }), limit: mostFound };
  const found = useQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId }, query }), 'ways'],
    queryFn: async () => {
      const { rows, next } = await call(recordsApi.list, { params: { formId }, query });
      return { rows, more: next !== null, known: await waysUp(formId, field.id, rows) };
    },
    placeholderData: keepPreviousData,
  });
  if (!found.data) return <Unread small of={[found]} skeleton={<SkeletonRows rows={6} columns={1} height={32} />} />;
  const { rows, more, known } = found.data;
  const wayOf = (row: RecordRow): RecordRow[] => {
    const way: RecordRow[] = [];
    for (
      let at = known.get(parentOf(row, field.id) ?? '');
      at && !way.includes(at) && way.length < deepest;
      at = known.get(parentOf(at, field.id) ?? '')
    )
      way.unshift(at);
    return way;
  };
  if (rows.length === 0) return <p className="fw-tree-none">{t('views.tree.none')}</p>;
  return (
    <ul className="fw-tree-found">
      {rows.map((row) => {
        const way = wayOf(row);
        return (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row, way)}>
              <span>{titleOf(row)}</span>
              {way.length > 0 && <small>{way.map(titleOf).join(' / ')}</small>}
            </button>
          </li>
        );
      })}
      {more && <li className="fw-tree-none">{t('views.tree.found_more', { count: mostFound })}</li>}
    </ul>
  );
}

/** Whatever stands above records, level by level, each level with one question. */
async function waysUp(formId: string, field: string, rows: readonly RecordRow[]): Promise<Map<string, RecordRow>> {
  const known = new Map(rows.map((row) => [row.id, row]));
  let asked = rows;
  for (let level = 0; level < deepest; level += 1) {
    const ids = [...new Set(asked.flatMap((row) => parentOf(row, field) ?? []))].filter((id) => !known.has(id));
    if (ids.length === 0) break;
    const { rows: above } = await call(recordsApi.list, { params: { formId }, query: { ids, limit: ids.length } });
    for (const row of above) known.set(row.id, row);
    asked = above;
  }
  return known;
}

function parentOf({ values }: RecordRow, field: string): string | undefined {
  const value = values[field];
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}

/** Lines are named by the whole way to them. */
function idOf(line: string): string {
  return line.slice(line.lastIndexOf(' ') + 1);
}

function searchable(field: Field): boolean {
  return fieldKind(field) === 'text';
}

function sortable(field: Field): string {
  return ['text', 'number', 'date', 'dateTime'].includes(fieldKind(field)) ? field.id : '_createdAt';
}
