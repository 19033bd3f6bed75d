import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import {
  chartsOfElement,
  emptyScreen,
  filtersOfScreen,
  leads,
  screenDocument,
  withCharts,
  type Screen,
  type ScreenElement,
} from '@formwork/contract/analytics/screen.ts';
import { assetOfScreen } from '../assets.ts';
import { copiedScreen } from '../copied-screen.ts';
import { frameProblems } from './frame.ts';
import { jumpProblems, jumpReferences, renamedJump } from './jump.ts';
import { filterReferences, renamedFilter } from './filter.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** A stage for a display on a wall: charts, figures, clocks and texts in layers. */
export const screenKind: DefinitionKind<Screen, Screen> = {
  ...screenDocument,
  format: 2,
  // the first format had nothing over the ground
  migrate: (body) => ({ ...emptyScreen(), ...(body as object) }),
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin', 'user'] },
  problems,
  references: ({ elements, next }) => [
    ...elements.flatMap((element) =>
      chartsOfElement(element).flatMap(({ chart }): DefinitionReference[] =>
        chart ? [{ part: element.id, to: { kind: 'chart', id: chart, part: '' }, how: 'warn' }] : [],
      ),
    ),
    ...elements.filter(leads).flatMap(jumpReferences),
    ...filtersOfScreen({ elements }).flatMap(filterReferences),
    ...(next ? [{ part: '', to: { kind: 'screen', id: next.screen, part: '' }, how: 'warn' as const }] : []),
  ],
  parts: ({ elements }) => elements.map(({ id }) => id),
  rename: (body, ids) => ({
    ...body,
    elements: body.elements.map((given) => {
      const element = leads(given) ? renamedJump(given, ids) : given;
      return element.is === 'filter' && element.filter
        ? { ...element, filter: renamedFilter(element.filter, ids) }
        : withCharts(element, (chart) => ids.get(chart) ?? chart);
    }),
    next: body.next && { ...body.next, screen: ids.get(body.next.screen) ?? body.next.screen },
  }),
  copied: copiedScreen,
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
    const code = codeOf(element);
    return [
      ...(code ? [{ code, level: 'warning' as const, at: ['elements', `#${element.id}`] }] : []),
      ...(element.is === 'frame' ? frameProblems(element, 'elements') : []),
      ...(leads(element) ? jumpProblems(element, element.is === 'chart' ? element.click : undefined, 'elements') : []),
    ];
  });
}

/** What an element lacks to show something. */
function codeOf(element: ScreenElement): DefinitionProblem['code'] | undefined {
  if (chartsOfElement(element).some(({ chart }) => chart === null)) return 'analytics.element.no_chart';
  if (element.is === 'filter' && !element.filter) return 'analytics.element.no_filter';
  if (element.is === 'video' && !element.from) return 'analytics.element.no_video';
  if (element.is === 'carousel' && element.slides.length === 0) return 'analytics.element.no_slides';
  return undefined;
}
