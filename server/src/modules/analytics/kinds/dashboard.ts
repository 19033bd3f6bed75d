import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import {
  dashboardDocument,
  emptyDashboard,
  type Dashboard,
  type DashboardPanel,
} from '@formwork/contract/analytics/definition.ts';
import { assetOfDashboard } from '../assets.ts';
import { frameProblems } from './frame.ts';
import { jumpProblems, jumpReferences, renamedJump } from './jump.ts';
import { filterReferences, renamedFilter } from './filter.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** Charts and texts on a grid. */
export const dashboardKind: DefinitionKind<Dashboard, Dashboard> = {
  ...dashboardDocument,
  format: 2,
  // the first format had neither pages nor an order for phones
  migrate: (body) => ({ ...emptyDashboard(), ...(body as object) }),
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin', 'user'] },
  problems: ({ panels }) =>
    panels.length === 0
      ? [{ code: 'analytics.dashboard.empty', level: 'error', at: ['panels'] }]
      : panels.flatMap(panelProblems),
  references: ({ panels, filters }) => [
    ...panels.flatMap((panel): DefinitionReference[] =>
      panel.is === 'chart' ? [{ part: panel.id, to: { kind: 'chart', id: panel.chart, part: '' }, how: 'warn' }] : [],
    ),
    ...panels.flatMap((panel) => (panel.is === 'frame' ? [] : jumpReferences(panel))),
    ...filters.flatMap(filterReferences),
  ],
  parts: ({ panels, filters }) => [...panels, ...filters].map(({ id }) => id),
  rename: (body, ids) => ({
    ...body,
    panels: body.panels.map((given) => {
      const panel = given.is === 'frame' ? given : renamedJump(given, ids);
      return panel.is === 'chart' ? { ...panel, chart: ids.get(panel.chart) ?? panel.chart } : panel;
    }),
    filters: body.filters.map((filter) => renamedFilter(filter, ids)),
  }),
  compile: (body) => body,
  asset: assetOfDashboard,
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after)
      ? [{ code: 'analytics.words.changed', at: ['panels'] }]
      : [],
};

function panelProblems(panel: DashboardPanel): DefinitionProblem[] {
  if (panel.is === 'frame') return frameProblems(panel, 'panels');
  return jumpProblems(panel, panel.is === 'chart' ? panel.click : undefined, 'panels');
}
