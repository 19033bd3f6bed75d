import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { chartOfElement, filtersOfScreen, screenDocument, type Screen } from '@formwork/contract/analytics/screen.ts';
import { assetOfScreen } from '../assets.ts';
import { filterReferences, renamedFilter } from './filter.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** A stage for a display on a wall: charts, figures, clocks and texts in layers. */
export const screenKind: DefinitionKind<Screen, Screen> = {
  ...screenDocument,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin', 'user'] },
  problems,
  references: ({ elements, next }) => [
    ...elements.flatMap((element): DefinitionReference[] => {
      const chart = chartOfElement(element);
      return chart ? [{ part: element.id, to: { kind: 'chart', id: chart, part: '' }, how: 'warn' }] : [];
    }),
    ...filtersOfScreen({ elements }).flatMap(filterReferences),
    ...(next ? [{ part: '', to: { kind: 'screen', id: next.screen, part: '' }, how: 'warn' as const }] : []),
  ],
  parts: ({ elements }) => elements.map(({ id }) => id),
  rename: (body, ids) => ({
    ...body,
    elements: body.elements.map((element) =>
      'chart' in element && element.chart !== null
        ? { ...element, chart: ids.get(element.chart) ?? element.chart }
        : element.is === 'filter' && element.filter
          ? { ...element, filter: renamedFilter(element.filter, ids) }
          : element,
    ),
    next: body.next && { ...body.next, screen: ids.get(body.next.screen) ?? body.next.screen },
  }),
  compile: (body) => body,
  asset: assetOfScreen,
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after)
      ? [{ code: 'analytics.words.changed', at: ['elements'] }]
      : [],
};

function problems({ elements }: Screen): DefinitionProblem[] {
  if (elements.length === 0) return [{ code: 'analytics.screen.empty', level: 'error', at: ['elements'] }];
  return elements.flatMap((element): DefinitionProblem[] => {
    const code =
      chartOfElement(element) === null
        ? 'analytics.element.no_chart'
        : element.is === 'filter' && !element.filter
          ? 'analytics.element.no_filter'
          : undefined;
    return code ? [{ code, level: 'warning', at: ['elements', `#${element.id}`] }] : [];
  });
}
