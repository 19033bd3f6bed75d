import { namedByCondition, conditionWithOption, type LeadsTo, type Named } from '../condition/references.ts';
import type { Reference, UsePlace } from '../forms/uses.ts';
import type { ViewSettings } from './view.ts';

/** What the settings of a label, or an arrangement of a list, name. */
export function viewReferences(settings: ViewSettings, form: string, leadsTo: LeadsTo): Reference[] {
  const { calendar, board, gallery, gantt, tree, occupancy, pivot } = settings;
  const named = (place: UsePlace, all: readonly Named[]): Reference[] =>
    all.map((to) => ({ part: '', place, to, how: 'warn' }));
  const fields = (place: UsePlace, ids: readonly (string | undefined)[]): Reference[] =>
    named(
      place,
      ids.flatMap((element) => (element === undefined ? [] : [{ form, element }])),
    );
  return [
    ...(settings.filter ? named('filter', namedByCondition(settings.filter, form, leadsTo)) : []),
    ...fields(
      'sort',
      (settings.sort ?? '')
        .split(',')
        .map((one) => one.replace(/^-/, ''))
        .filter(Boolean),
    ),
    ...fields('columns', settings.columns ?? []),
    ...(settings.colours ?? []).flatMap(({ condition, field }) => [
      ...named('colours', namedByCondition(condition, form, leadsTo)),
      ...fields('colours', [field]),
    ]),
    ...fields(
      'groups',
      (settings.groups ?? []).map(({ field }) => field),
    ),
    ...fields('summaries', Object.keys(settings.summaries ?? {})),
    ...fields('quick', settings.quick ?? []),
    ...fields('card', settings.card ?? []),
    ...(calendar ? fields('calendar', [calendar.start, calendar.end, calendar.colour]) : []),
    ...(board
      ? [
          ...fields('board', [board.column, board.lane, board.sum]),
          ...named(
            'limits',
            Object.keys(board.limits ?? {}).map((option) => ({ form, element: board.column, option })),
          ),
        ]
      : []),
    ...fields('gallery', [gallery?.cover]),
    ...(gantt
      ? fields('gantt', [gantt.start, gantt.end, gantt.after, gantt.progress, gantt.plannedStart, gantt.plannedEnd])
      : []),
    ...fields('tree', [tree?.by]),
    ...(occupancy ? fields('occupancy', [occupancy.resource, occupancy.start, occupancy.end, occupancy.colour]) : []),
    ...(pivot
      ? fields('pivot', [
          ...pivot.rows.map(({ field }) => field),
          ...pivot.columns.map(({ field }) => field),
          ...pivot.measures.map(({ field }) => field),
        ])
      : []),
  ];
}

/** The settings with an option in place of another: in filters, colours and limits of columns. */
export function viewWithOption(
  settings: ViewSettings,
  form: string,
  leadsTo: LeadsTo,
  at: Required<Named>,
  to: string,
): ViewSettings {
  const { filter, colours, board } = settings;
  const limits = board?.limits;
  const limited = limits && board.column === at.element && form === at.form && at.option in limits;
  return {
    ...settings,
    ...(filter && { filter: conditionWithOption(filter, form, leadsTo, at, to) }),
    ...(colours && {
      colours: colours.map((rule) => ({
        ...rule,
        condition: conditionWithOption(rule.condition, form, leadsTo, at, to),
      })),
    }),
    ...(limited && { board: { ...board, limits: movedLimit(limits, at.option, to) } }),
  };
}

/** The column that takes over the cards keeps its own limit where it has one. */
function movedLimit(limits: Readonly<Record<string, number>>, from: string, to: string): Record<string, number> {
  const { [from]: moved, ...others } = limits;
  return { ...(moved !== undefined && { [to]: moved }), ...others };
}
