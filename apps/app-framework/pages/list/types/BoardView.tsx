import type { HueName } from '@formwork/contract/hues/hues.ts';
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { groupCondition, groupValue } from '@formwork/contract/views/group-condition.ts';
import type { PivotGroup } from '@formwork/contract/views/pivot.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useGroupLabels } from '@formwork/records-ui/views/group-label.tsx';
import { groupOptions } from '@formwork/records-ui/views/group-options.ts';
import { usePivot } from '@formwork/records-ui/views/use-pivot.ts';
import { App } from 'antd';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { paths, viewQuery } from '../../../paths.ts';
import { summaryText } from '../summary-text.ts';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import { RecordTile } from './RecordTile.tsx';
import { useSaveValues } from './use-save-values.ts';

const firstCards = 30;
const mostColumns = 60;

/** Records as cards in a column for each value; dragging a card changes the value. Counts and sums come from the database. */
export default function BoardView({ plan: { appId, formId, can }, view, settings, fields, cardFields }: TypeProps) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { message } = App.useApp();
  const board = settings.board!;
  const column = fields.get(board.column);
  const lane = board.lane === undefined ? undefined : fields.get(board.lane);
  const sum = board.sum === undefined ? undefined : fields.get(board.sum);
  const { filter, search } = viewQuery(view);
  const pivot = usePivot(formId, {
    filter,
    search,
    rows: [{ field: board.column }],
    ...(lane && { columns: [{ field: lane.id }] }),
    measures: sum ? [{ fn: 'sum', field: sum.id }] : [],
  });
  const [asked, setAsked] = useState<ReadonlyMap<string, number>>(new Map());
  const [dragged, setDragged] = useState<RecordRow>();
  const { moved, save } = useSaveValues(formId);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { keyboardCodes: carryingKeys }),
  );

  const groups = pivot.data?.groups ?? [];
  const columns = columnsOf(
    column,
    groups.filter(({ rows, columns: across }) => rows.length === 1 && across === null),
    locale,
  );
  const kind = column ? fieldKind(column) : 'text';
  const lists = useQueries({
    queries: columns.map(({ key }) => ({
      ...q(recordsApi.list, {
        params: { formId },
        query: {
          ...viewQuery({
            ...view,
            filter: {
              all: [
                ...(view.filter ? [view.filter] : []),
                groupCondition({ field: board.column }, kind, key, timeZone()),
              ],
            },
          }),
          limit: asked.get(String(key)) ?? firstCards,
        },
      }),
      placeholderData: keepPreviousData,
    })),
  });
  const laneKeys = lane
    ? [...new Set(groups.flatMap(({ columns: across }) => (across ? [across[0] ?? null] : [])))]
    : [null];
  const labelOf = useGroupLabels(
    column,
    undefined,
    columns.map(({ key }) => key),
  );
  const laneLabel = useGroupLabels(lane, undefined, laneKeys);
  if (!pivot.data) return <Unread of={[pivot]} skeleton={<SkeletonRows rows={10} />} />;

  const cards = columns.map((_column, at) => (lists[at]?.data?.rows ?? []).map(moved));
  const all = cards.flat();
  const mayDrag = can.edit && column !== undefined && !column.id.startsWith('_') && column.readOnly !== true;
  const mayLane = lane === undefined || (!lane.id.startsWith('_') && lane.readOnly !== true);
  const keyOf = (field: Field | undefined, { values }: RecordRow): string | null => {
    const value = field ? (values[field.id] ?? null) : null;
    return Array.isArray(value)
      ? JSON.stringify(value)
      : value === null
        ? field && fieldKind(field) === 'boolean'
          ? 'false'
          : null
        : String(value);
  };
  const countOf = (key: string | null) =>
    groups.find(({ rows, columns: across }) => rows.length === 1 && across === null && rows[0] === key)?.count ?? 0;

  const drop = (row: RecordRow, to: { column: string | null; lane: string | null }) => {
    const value = groupValue(kind, to.column);
    const laneValue = lane ? groupValue(fieldKind(lane), to.lane) : undefined;
    const changes = {
      ...(value !== undefined && keyOf(column, row) !== to.column && { [board.column]: value }),
      ...(lane && mayLane && laneValue !== undefined && keyOf(lane, row) !== to.lane && { [lane.id]: laneValue }),
    };
    if (Object.keys(changes).length === 0) return;
    const limit = to.column === null ? undefined : board.limits?.[to.column];
    if (limit !== undefined && keyOf(column, row) !== to.column && countOf(to.column) >= limit) {
      void message.warning(t('records.record.column_full', { column: labelOf(to.column), limit }));
      return;
    }
    void save(row, changes);
  };
  const tile = (row: RecordRow) => (
    <RecordTile row={row} fields={cardFields} href={router.hrefOf(paths.record(appId, formId, row.id, view))} />
  );

  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => setDragged(all.find(({ id }) => id === active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        setDragged(undefined);
        const row = all.find(({ id }) => id === active.id);
        if (row && over) drop(row, over.data.current as { column: string | null; lane: string | null });
      }}
    >
      <div className="fw-board" role="region" aria-label={t('views.type.board')}>
        <div className="fw-board-heads">
          {columns.map(({ key, hue }) => {
            const group = groups.find(
              ({ rows, columns: across }) => rows.length === 1 && across === null && rows[0] === key,
            );
            const limit = key === null ? undefined : board.limits?.[key];
            const count = group?.count ?? 0;
            return (
              <header
                key={String(key)}
                className="fw-board-head"
                data-over={limit !== undefined && count > limit ? 'yes' : undefined}
              >
                <strong data-hue={hue}>{labelOf(key)}</strong>
                <span className="fw-group-count">
                  {formatNumber(count, locale)}
                  {limit !== undefined && ` / ${limit}`}
                </span>
                {sum && (
                  <span className="fw-board-sum">
                    {summaryText({ fn: 'sum', field: sum.id }, sum, group?.values[0] ?? null, locale)}
                  </span>
                )}
              </header>
            );
          })}
        </div>
        {laneKeys.map((laneKey) => (
          <section key={String(laneKey)} aria-label={lane ? laneLabel(laneKey) : undefined}>
            {lane && <h3 className="fw-board-lane">{laneLabel(laneKey)}</h3>}
            <div className="fw-board-columns">
              {columns.map(({ key }, at) => {
                const own = (cards[at] ?? []).filter((row) => !lane || keyOf(lane, row) === laneKey);
                const left = countOf(key) - (lists[at]?.data?.rows.length ?? 0);
                return (
                  <Place
                    key={String(key)}
                    id={JSON.stringify([key, laneKey])}
                    data={{ column: key, lane: laneKey }}
                    label={labelOf(key)}
                  >
                    {own.map((row) =>
                      mayDrag ? (
                        <Card key={row.id} id={row.id}>
                          {tile(row)}
                        </Card>
                      ) : (
                        <div key={row.id}>{tile(row)}</div>
                      ),
                    )}
                    {left > 0 && laneKey === laneKeys.at(-1) && lists[at]?.data?.next && (
                      <button
                        type="button"
                        className="fw-link-button"
                        onClick={() =>
                          setAsked((now) =>
                            new Map(now).set(String(key), Math.min(500, (now.get(String(key)) ?? firstCards) + 100)),
                          )
                        }
                      >
                        {t('views.group.more', { count: left })}
                      </button>
                    )}
                  </Place>
                );
              })}
            </div>
          </section>
        ))}
      </div>
      <DragOverlay dropAnimation={null}>{dragged && tile(dragged)}</DragOverlay>
    </DndContext>
  );
}

function Place({ id, data, label, children }: { id: string; data: object; label: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id, data });
  return (
    <div ref={setNodeRef} className="fw-board-column" role="list" aria-label={label} data-over={isOver || undefined}>
      {children}
    </div>
  );
}

function Card({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return (
    <div
      ref={setNodeRef}
      className="fw-board-card"
      role="listitem"
      data-dragging={isDragging || undefined}
      {...listeners}
    >
      {children}
    </div>
  );
}

/** Enter follows the link on a card: the space bar takes the card up. */
const carryingKeys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] };

/** Every option that is offered has its column, also an empty one; other values as they occur. What has none stands at the end. */
function columnsOf(
  field: Field | undefined,
  groups: readonly PivotGroup[],
  locale: string,
): { key: string | null; hue: HueName | undefined }[] {
  const options = field && fieldKind(field) === 'option' ? groupOptions(field, locale) : [];
  const known = options
    .filter(({ id, retired }) => !retired || groups.some(({ rows }) => rows[0] === id))
    .map(({ id, hue }) => ({ key: id as string | null, hue }));
  const others = groups.flatMap(({ rows }) =>
    known.some(({ key }) => key === rows[0]) ? [] : [{ key: rows[0] ?? null, hue: undefined }],
  );
  return [...known, ...others].slice(0, mostColumns);
}
