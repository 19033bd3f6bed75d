import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { groupCondition } from '@formwork/contract/views/group-condition.ts';
import type { Dimension, Measure, MeasureName, PivotGroup } from '@formwork/contract/views/pivot.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { textIn } from '@formwork/contract/text.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { OptionTag } from '@formwork/records-ui/fields/choices/option-tag.tsx';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import { useGroupLabels } from '@formwork/records-ui/views/group-label.tsx';
import { usePivot } from '@formwork/records-ui/views/use-pivot.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';
import { summaryText } from './summary-text.ts';

/** A row of a grouped list: a record, the head of a group, or the offer of more. */
export interface GroupedRow extends RecordRow {
  head?: PivotGroup;
  more?: { path: string; left: number };
}

const perGroup = 50;
const noValues = {};

export function measuresFor(summaries: Readonly<Record<string, MeasureName>> | undefined): Measure[] {
  return Object.entries(summaries ?? {}).map(([field, fn]) => (fn === 'count' ? { fn } : { fn, field }));
}

/** Groups come counted from the database; the records of a group when it is opened. */
export function useGroupedRows(
  formId: string,
  view: ListView,
  groups: readonly Dimension[],
  summaries: Readonly<Record<string, MeasureName>> | undefined,
  fields: ReadonlyMap<string, Field>,
) {
  const t = useT();
  const locale = useLocale();
  const dimensions = groups.filter(({ field }) => fields.has(field));
  const enabled = dimensions.length > 0;
  const { filter, search } = viewQuery(view);
  const measures = useMemo(
    () => measuresFor(summaries).filter(({ field }) => field === undefined || fields.has(field)),
    [summaries, fields],
  );
  const pivot = usePivot(formId, { filter, search, rows: [...dimensions], measures }, { enabled });
  const [open, setOpen] = useState<ReadonlyMap<string, number>>(new Map());
  const found = useMemo(() => (enabled ? ordered(pivot.data?.groups ?? []) : []), [enabled, pivot.data]);

  const shown = found.filter(
    ({ rows }) => rows.length > 0 && rows.slice(0, -1).every((_key, at) => open.has(pathOf(rows.slice(0, at + 1)))),
  );
  const leaves = shown.filter(({ rows }) => rows.length === dimensions.length && open.has(pathOf(rows)));
  const conditionOf = ({ rows }: PivotGroup): Condition => ({
    all: [
      ...(view.filter ? [view.filter] : []),
      ...rows.map((key, at) => groupCondition(dimensions[at]!, kindOf(fields, dimensions[at]!), key, timeZone())),
    ],
  });
  const parts = useQueries({
    queries: leaves.map((leaf) =>
      q(recordsApi.list, {
        params: { formId },
        query: {
          ...viewQuery({ ...view, filter: conditionOf(leaf) }),
          limit: Math.min(500, open.get(pathOf(leaf.rows)) ?? perGroup),
        },
      }),
    ),
  });

  const keysAt = (level: number) => [
    ...new Set(found.flatMap(({ rows }) => (rows.length > level ? [rows[level] ?? null] : []))),
  ];
  const labels = [
    useGroupLabels(fieldFor(fields, dimensions[0]), dimensions[0]?.step, keysAt(0)),
    useGroupLabels(fieldFor(fields, dimensions[1]), dimensions[1]?.step, keysAt(1)),
    useGroupLabels(fieldFor(fields, dimensions[2]), dimensions[2]?.step, keysAt(2)),
  ];
  const rows: GroupedRow[] = shown.flatMap((group): GroupedRow[] => {
    const path = pathOf(group.rows);
    const head: GroupedRow = { id: `group ${path}`, version: 0, values: noValues, head: group };
    const place = leaves.indexOf(group);
    if (place < 0) return [head];
    const list = parts[place]?.data?.rows ?? [];
    const left = group.count - list.length;
    return [
      head,
      ...list,
      ...(parts[place]?.data?.next && left > 0
        ? [{ id: `more ${path}`, version: 0, values: noValues, more: { path, left } }]
        : []),
    ];
  });
  const toggle = (path: string) =>
    setOpen((now) => {
      const next = new Map(now);
      if (!next.delete(path)) next.set(path, perGroup);
      return next;
    });

  const heading = (row: GroupedRow): ReactNode => {
    if (row.more)
      return (
        <button
          type="button"
          className="fw-link-button"
          onClick={() =>
            setOpen((now) => new Map(now).set(row.more!.path, (now.get(row.more!.path) ?? perGroup) + 200))
          }
        >
          {t('views.group.more', { count: row.more.left })}
        </button>
      );
    if (!row.head) return undefined;
    const { rows: keys, count, values } = row.head;
    const path = pathOf(keys);
    const at = keys.length - 1;
    return (
      <>
        <button
          type="button"
          className="fw-group-toggle"
          data-level={at}
          aria-expanded={open.has(path)}
          onClick={() => toggle(path)}
        >
          {open.has(path) ? <DownOutlined /> : <RightOutlined />}{' '}
          {headOf(fieldFor(fields, dimensions[at]), keys[at] ?? null) ?? (
            <strong>{labels[at]?.(keys[at] ?? null)}</strong>
          )}
        </button>
        <span className="fw-group-count">{formatNumber(count, locale)}</span>
        {measures.map(
          (measure, place) =>
            measure.field !== undefined && (
              <span key={measure.field} className="fw-group-sum">
                {textIn(fields.get(measure.field)?.title, locale)} {t(`views.measure.${measure.fn}`)}{' '}
                <b>{summaryText(measure, fields.get(measure.field), values[place] ?? null, locale)}</b>
              </span>
            ),
        )}
      </>
    );
  };
  return { enabled, rows, heading, pivot };
}

/** Groups of options stand in their hues. */
function headOf(field: Field | undefined, key: string | null): ReactNode {
  if (!field || key === null || fieldKind(field) !== 'option') return undefined;
  const { options } = sourceField(field).config as { options?: Option[] };
  return options && <OptionTag id={key} options={options} />;
}

function fieldFor(fields: ReadonlyMap<string, Field>, dimension: Dimension | undefined): Field | undefined {
  return dimension && fields.get(dimension.field);
}

function kindOf(fields: ReadonlyMap<string, Field>, { field: id }: Dimension) {
  const found = fields.get(id);
  return found ? fieldKind(found) : 'text';
}

/** Each group behind the one it belongs to; the database sends them level by level. */
function ordered(groups: readonly PivotGroup[]): PivotGroup[] {
  const below = Map.groupBy(
    groups.filter(({ rows }) => rows.length > 0),
    ({ rows }) => pathOf(rows.slice(0, -1)),
  );
  const from = (path: string): PivotGroup[] =>
    (below.get(path) ?? []).flatMap((group) => [group, ...from(pathOf(group.rows))]);
  return from(pathOf([]));
}

function pathOf(keys: readonly (string | null)[]): string {
  return JSON.stringify(keys);
}
