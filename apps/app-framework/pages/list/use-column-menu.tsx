import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { groupableKinds } from '@formwork/contract/views/group-condition.ts';
import type { MeasureName } from '@formwork/contract/views/pivot.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuEntry } from '@formwork/ui/frame/menu.tsx';
import type { SortBy } from '@formwork/ui/list/sorting.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { isDated, measuresOf } from '@formwork/records-ui/views/PivotFields.tsx';
import type { ListSettings } from './list-settings.ts';

interface Given {
  fields: readonly Field[];
  fieldsById: ReadonlyMap<string, Field>;
  sort: readonly SortBy[];
  settings: ListSettings;
  setSettings: (change: Partial<ListSettings>) => void;
  onSort: (text: string) => void;
}

/** What can be done with one column: sort, group, sum up, freeze, move, hide. */
export function useColumnMenu({
  fields,
  fieldsById,
  sort,
  settings,
  setSettings,
  onSort,
}: Given): (column: ListColumn<RecordRow>) => MenuEntry[] {
  const t = useT();
  return (column) => {
    const ids = fields.map(({ id }) => id);
    const at = ids.indexOf(column.id);
    const field = fieldsById.get(column.id);
    const moved = (to: number) => () => setSettings({ columns: ids.with(at, ids[to]!).with(to, column.id) });
    const groups = settings.groups ?? [];
    const isGrouped = groups.some((group) => group.field === column.id);
    const group = () =>
      setSettings({
        groups: isGrouped
          ? groups.filter((one) => one.field !== column.id)
          : [...groups, { field: column.id, ...(isDated(field) && { step: 'month' as const }) }].slice(-3),
      });
    const summary = (fn: MeasureName | undefined) => () => {
      const { [column.id]: _before, ...others } = settings.summaries ?? {};
      setSettings({ summaries: fn === undefined ? others : { ...others, [column.id]: fn } });
    };
    const chosen = settings.summaries?.[column.id];
    return [
      {
        id: 'up',
        title: t('records.columns.ascending'),
        disabled: !column.sortable,
        checked: sort[0]?.column === column.id && sort[0].direction === 'asc',
        onSelect: () => onSort(column.id),
      },
      {
        id: 'down',
        title: t('records.columns.descending'),
        disabled: !column.sortable,
        checked: sort[0]?.column === column.id && sort[0].direction === 'desc',
        onSelect: () => onSort(`-${column.id}`),
      },
      'line',
      {
        id: 'group',
        title: t(isGrouped ? 'views.column.ungroup' : 'views.column.group'),
        disabled: !field || !groupableKinds.has(fieldKind(field)),
        onSelect: group,
      },
      {
        id: 'freeze',
        title: t((settings.frozen ?? 1) === at + 1 && at > 0 ? 'views.column.unfreeze' : 'views.column.freeze'),
        disabled: at === 0 && (settings.frozen ?? 1) === 1,
        onSelect: () => setSettings({ frozen: (settings.frozen ?? 1) === at + 1 && at > 0 ? 1 : Math.min(10, at + 1) }),
      },
      'line',
      { heading: t('views.column.summary') },
      {
        id: 'sum-none',
        title: t('views.column.no_summary'),
        checked: chosen === undefined,
        onSelect: summary(undefined),
      },
      ...measuresOf(field).map((fn) => ({
        id: `sum-${fn}`,
        title: t(`views.measure.${fn}`),
        checked: chosen === fn,
        onSelect: summary(fn),
      })),
      'line',
      { id: 'left', title: t('records.columns.left'), disabled: at === 0, onSelect: moved(at - 1) },
      { id: 'right', title: t('records.columns.right'), disabled: at === ids.length - 1, onSelect: moved(at + 1) },
      {
        id: 'hide',
        title: t('records.columns.hide'),
        disabled: ids.length === 1,
        onSelect: () => setSettings({ columns: ids.filter((id) => id !== column.id) }),
      },
    ];
  };
}
