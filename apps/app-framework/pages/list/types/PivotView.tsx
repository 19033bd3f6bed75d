import { textIn } from '@formwork/contract/text.ts';
import type { PivotGroup } from '@formwork/contract/views/pivot.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useGroupLabels } from '@formwork/records-ui/views/group-label.tsx';
import { usePivot } from '@formwork/records-ui/views/use-pivot.ts';
import { Alert } from 'antd';
import { viewQuery } from '../../../paths.ts';
import { summaryText } from '../summary-text.ts';
import { EmptyList } from '../EmptyList.tsx';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import './pivot.css';

/** Groups down and across with what is worked out over each; the database does the sums, and the totals are its own. */
export default function PivotView({ plan, view, onView, settings, fields }: TypeProps) {
  const { formId } = plan;
  const t = useT();
  const locale = useLocale();
  const { rows: down, columns: across, measures, totals = true } = settings.pivot!;
  const { filter, search } = viewQuery(view);
  const pivot = usePivot(formId, { filter, search, rows: down, columns: across, measures });
  const groups = pivot.data?.groups ?? [];
  const keysOf = (part: 'rows' | 'columns', at: number): (string | null)[] => [
    ...new Set(
      groups.flatMap((group) => {
        const keys = group[part];
        return keys && keys.length > at ? [keys[at] ?? null] : [];
      }),
    ),
  ];
  const rowLabels = [0, 1, 2].map((at) => ({
    field: fields.get(down[at]?.field ?? ''),
    step: down[at]?.step,
    keys: keysOf('rows', at),
  }));
  const columnLabels = [0, 1].map((at) => ({
    field: fields.get(across[at]?.field ?? ''),
    step: across[at]?.step,
    keys: keysOf('columns', at),
  }));
  const [row0, row1, row2] = rowLabels as [(typeof rowLabels)[0], (typeof rowLabels)[0], (typeof rowLabels)[0]];
  const [column0, column1] = columnLabels as [(typeof columnLabels)[0], (typeof columnLabels)[0]];
  const labelRow = [
    useGroupLabels(row0.field, row0.step, row0.keys),
    useGroupLabels(row1.field, row1.step, row1.keys),
    useGroupLabels(row2.field, row2.step, row2.keys),
  ];
  const labelColumn = [
    useGroupLabels(column0.field, column0.step, column0.keys),
    useGroupLabels(column1.field, column1.step, column1.keys),
  ];
  if (!pivot.data)
    return <Unread of={[pivot]} title={t('records.data.failed')} skeleton={<SkeletonRows rows={10} />} />;
  if (groups.length <= 1 && (groups[0]?.count ?? 0) === 0)
    return <EmptyList plan={plan} view={view} onClear={() => onView({ filter: undefined, search: undefined })} />;

  const cells = new Map(groups.map((group) => [JSON.stringify([group.rows, group.columns]), group]));
  const columns = unique(groups.flatMap((group) => (group.columns ? [group.columns] : [])));
  const lines = levelled(
    groups.filter(({ columns: own }) => own === null),
    down.length,
    totals,
  );
  const shownColumns: (readonly (string | null)[] | null)[] = [
    ...columns,
    ...(totals || across.length === 0 ? [null] : []),
  ];
  const titleOf = (at: number): string => {
    const measure = measures[at]!;
    const field = measure.field === undefined ? undefined : fields.get(measure.field);
    return field ? `${textIn(field.title, locale)} · ${t(`views.measure.${measure.fn}`)}` : t('views.measure.count');
  };
  const value = (group: PivotGroup | undefined, at: number): string => {
    const measure = measures[at]!;
    if (!group) return '';
    return measure.fn === 'count'
      ? formatNumber(group.count, locale)
      : summaryText(measure, fields.get(measure.field ?? ''), group.values[at] ?? null, locale);
  };
  return (
    <div className="fw-drawn">
      {pivot.data.cut && <Alert type="info" showIcon title={t('views.pivot.cut', { count: groups.length })} />}
      {pivot.data.old && <Alert type="info" showIcon title={t('views.pivot.old')} />}
      <div className="fw-pivot" role="region" aria-label={t('views.type.pivot')}>
        <table>
          <thead>
            {across.map((_dimension, level) => (
              <tr key={level}>
                {level === 0 && (
                  <th colSpan={Math.max(1, down.length)} rowSpan={across.length} className="fw-pivot-corner">
                    {across.map(({ field }) => textIn(fields.get(field)?.title, locale)).join(' / ')}
                  </th>
                )}
                {shownColumns.map((keys, at) =>
                  keys === null ? (
                    level === 0 && (
                      <th key="total" colSpan={measures.length} rowSpan={across.length}>
                        {t('views.pivot.total')}
                      </th>
                    )
                  ) : (
                    <th key={at} colSpan={measures.length}>
                      {labelColumn[level]?.(keys[level] ?? null)}
                    </th>
                  ),
                )}
              </tr>
            ))}
            <tr>
              {down.length === 0 ? (
                <th />
              ) : (
                down.map(({ field }) => (
                  <th key={field} className="fw-pivot-title">
                    {textIn(fields.get(field)?.title, locale)}
                  </th>
                ))
              )}
              {shownColumns.flatMap((keys, at) =>
                measures.map((_measure, place) => (
                  <th
                    key={`${at} ${place}`}
                    className="fw-pivot-number"
                    data-total={keys === null && across.length > 0 ? 'yes' : undefined}
                  >
                    {titleOf(place)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ keys, isTotal }) => (
              <tr key={`${JSON.stringify(keys)} ${isTotal}`} data-total={isTotal || undefined}>
                {down.length === 0 ? (
                  <th>{t('views.pivot.total')}</th>
                ) : isTotal ? (
                  <>
                    {keys.map((key, level) => (
                      <th key={level}>{labelRow[level]?.(key)}</th>
                    ))}
                    <th colSpan={down.length - keys.length}>
                      {t(keys.length === 0 ? 'views.pivot.total' : 'views.pivot.subtotal')}
                    </th>
                  </>
                ) : (
                  keys.map((key, level) => <th key={level}>{labelRow[level]?.(key)}</th>)
                )}
                {shownColumns.flatMap((across2, at) =>
                  measures.map((_measure, place) => (
                    <td key={`${at} ${place}`} data-total={across2 === null && across.length > 0 ? 'yes' : undefined}>
                      {value(cells.get(JSON.stringify([keys, across2])), place)}
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** In the order of the database: the totals over all rows come first and have every column. */
function unique(lists: readonly (readonly (string | null)[])[]): (readonly (string | null)[])[] {
  return [...new Map(lists.map((keys) => [JSON.stringify(keys), keys])).values()];
}

/** Lines of the deepest level, each group's total behind its own, the whole at the end. */
function levelled(
  groups: readonly PivotGroup[],
  depth: number,
  totals: boolean,
): { keys: (string | null)[]; isTotal: boolean }[] {
  const below = Map.groupBy(
    groups.filter(({ rows }) => rows.length > 0),
    ({ rows }) => JSON.stringify(rows.slice(0, -1)),
  );
  const from = (keys: (string | null)[]): { keys: (string | null)[]; isTotal: boolean }[] => {
    if (keys.length === depth) return [{ keys, isTotal: false }];
    const inner = (below.get(JSON.stringify(keys)) ?? []).flatMap(({ rows }) => from(rows));
    return totals ? [...inner, { keys, isTotal: true }] : inner;
  };
  return from([]);
}
