import { isOfRecords, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { SharedChart, SharedContent } from '@formwork/contract/visitors/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import type { SharedKind } from '../../platform/shared-kind.ts';
import { requireOn } from '../definitions/public.ts';
import { answered, getDashboard, getElement, getPanel, getScreen } from './charts.ts';
import { forVisitors } from './for-visitors.ts';
import { chartSource } from './result.ts';

type Analysis = 'chart' | 'dashboard' | 'screen';

/** Charts, dashboards and screens for visitors, with the rights that whoever made the link has on the records. Who may change one may show it to others. */
export const sharedAnalyses: readonly SharedKind[] = [shared('chart'), shared('dashboard'), shared('screen')];

function shared(kind: Analysis): SharedKind {
  return {
    kind,
    async requireSharable(ctx, id) {
      if (!/^[\da-f-]{36}$/.test(id)) throw notFound(`analytics.${kind}.gone`);
      const { row } = await requireOn(ctx, kind, id, 'edit');
      return row.name;
    },
    async choose(ctx, id, choice) {
      if (choice !== null)
        throw invalid('visitors.view.no_columns', [{ path: 'body.choice', code: 'visitors.view.no_columns' }]);
      // what cannot be shown to its maker is refused to them, in its own words
      await whole[kind](ctx, id);
      return null;
    },
    show: (maker, id) => whole[kind](maker, id),
    chart: (maker, id, part) => charts[kind](maker, id, part),
  };
}

/** What is asked for first. */
const whole = {
  async chart(maker, id) {
    const chart = await chartOf(maker, await answered(maker, id, { picks: [] }));
    return { kind: 'chart', title: chart.name, chart };
  },
  async dashboard(maker, dashboardId) {
    const { name, definition } = await getDashboard(maker, { params: { dashboardId }, query: {}, body: undefined });
    // filters tell of forms and fields, and ask their values of all records: visitors look at what there is
    return { kind: 'dashboard', title: name, definition: { ...definition, filters: [] } };
  },
  async screen(maker, screenId) {
    const { name, definition } = await getScreen(maker, { params: { screenId }, query: {}, body: undefined });
    // the screen that comes after it has no link
    return { kind: 'screen', title: name, definition: { ...definition, next: null } };
  },
} satisfies Record<Analysis, (maker: Ctx, id: string) => Promise<SharedContent>>;

/** One chart of it, with its result of now. */
const charts = {
  chart: async (maker, id) => chartOf(maker, await answered(maker, id, { picks: [] })),
  dashboard: async (maker, dashboardId, panelId = '') =>
    chartOf(maker, await getPanel(maker, { params: { dashboardId, panelId }, query: {}, body: { picks: [] } })),
  screen: async (maker, screenId, elementId = '') =>
    chartOf(maker, await getElement(maker, { params: { screenId, elementId }, query: {}, body: {} })),
} satisfies Record<Analysis, (maker: Ctx, id: string, part: string | undefined) => Promise<SharedChart>>;

/** Figures over groups go with the analysis; single records leave the house only where the form lets the person share all of them. */
async function chartOf(ctx: Ctx, { name, definition, result }: SharedChart): Promise<SharedChart> {
  await requireFigures(ctx, definition);
  return { name, ...forVisitors(definition, result) };
}

async function requireFigures(ctx: Ctx, { form, settings }: ChartDefinition): Promise<void> {
  if (form === null || !isOfRecords(settings)) return;
  const source = await chartSource(ctx, form);
  if (!(await source.mayGiveRows('shown'))) throw forbidden('visitors.chart.single_records');
}
