import { isOfRecords, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { SharedChart, SharedContent } from '@formwork/contract/visitors/api.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { Text } from '@formwork/contract/text.ts';
import { noteUseOf } from '../../platform/assets.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import type { SharedKind } from '../../platform/shared-kind.ts';
import { requireOn } from '../definitions/public.ts';
import { answered, chartOfPanel, chartOfScreen, getDashboard, getScreen } from './charts.ts';
import { forVisitors } from './for-visitors.ts';
import { noteVisitorsLook } from './looks.ts';
import type { Pick } from './question.ts';
import { chartSource } from './result.ts';
import { leadingNowhere } from './seen-jumps.ts';

type Analysis = 'chart' | 'dashboard' | 'screen';

/** Charts, dashboards and screens for visitors, with the rights that whoever made the link has on the records. Who may change one may show it to others. */
export const sharedAnalyses: readonly SharedKind[] = [shared('chart'), shared('dashboard'), shared('screen')];

function shared(kind: Analysis): SharedKind {
  return {
    kind,
    requireSharable: (ctx, id) => requireSharable(ctx, kind, id),
    async choose(ctx, id, choice) {
      if (choice !== null)
        throw invalid('visitors.view.no_columns', [{ path: 'body.choice', code: 'visitors.view.no_columns' }]);
      // what cannot be shown to its maker is refused to them, in its own words
      await sharedWhole[kind](ctx, id, nothingFixed);
      return null;
    },
    async show(maker, id, _choice, isAgain) {
      const content = await sharedWhole[kind](maker, id, nothingFixed);
      if (!isAgain) noteVisit(maker, kind, id);
      return content;
    },
    chart: (maker, id, part) => sharedCharts[kind](maker, id, part, nothingFixed),
  };
}

/** Somebody looks who is nobody of the space. */
export function noteVisit(maker: Ctx, kind: Analysis, id: string): void {
  noteUseOf({ ...maker, user: { ...maker.user, id: nobody } }, kind, id);
  noteVisitorsLook(maker, kind, id);
}

/** Who may change it may show it to others. */
export async function requireSharable(ctx: Ctx, kind: Analysis, id: string): Promise<Text> {
  if (!/^[\da-f-]{36}$/.test(id)) throw notFound(`analytics.${kind}.gone`);
  const { row } = await requireOn(ctx, kind, id, 'edit');
  return row.name;
}

/** What nobody who looks can lift. */
export interface Fixed {
  fixed: readonly Pick[];
  /** With filters nothing of other sources is shown: what came to it later is narrowed by none of them. */
  sources: readonly string[];
  /** What the one who looks chose beyond that. */
  chosen?: readonly Pick[];
}
const nothingFixed: Fixed = { fixed: [], sources: [] };

/** What is asked for first. */
export const sharedWhole: Record<Analysis, (maker: Ctx, id: string, fixed: Fixed) => Promise<SharedContent>> = {
  async chart(maker, id, fixed) {
    const chart = await chartOf(maker, id, null, fixed);
    return { kind: 'chart', title: chart.name, chart };
  },
  async dashboard(maker, dashboardId) {
    const { name, definition } = await getDashboard(maker, { params: { dashboardId }, query: {}, body: undefined });
    // filters tell of forms and fields, and ask their values of all records: visitors look at what there is
    return {
      kind: 'dashboard',
      title: name,
      definition: { ...definition, panels: leadingNowhere(definition.panels), filters: [] },
    };
  },
  async screen(maker, screenId) {
    const { name, definition } = await getScreen(maker, { params: { screenId }, query: {}, body: undefined });
    // the screen that comes after it has no link, and filters tell of forms and fields
    const elements = definition.elements
      .filter(({ is }) => is !== 'filter')
      // a film of one's own is for those of the space, and so is what its file is called
      .map((element) =>
        element.is === 'video' && element.from && 'file' in element.from
          ? { ...element, from: { ...element.from, name: '' } }
          : element,
      );
    return {
      kind: 'screen',
      title: name,
      definition: { ...definition, elements: leadingNowhere(elements), next: null },
    };
  },
};

/** One chart of it, with its result of now. */
export const sharedCharts = {
  chart: (maker, id, _part, fixed) => chartOf(maker, id, null, fixed),
  async dashboard(maker, dashboardId, panelId = '', fixed) {
    const { chart, title } = await chartOfPanel(maker, { dashboardId, panelId });
    return chartOf(maker, chart, title, fixed);
  },
  screen: async (maker, screenId, elementId = '', fixed) =>
    chartOf(maker, await chartOfScreen(maker, { screenId, elementId }), null, fixed),
} satisfies Record<Analysis, (maker: Ctx, id: string, part: string | undefined, fixed: Fixed) => Promise<SharedChart>>;

/** Figures over groups go with the analysis; single records leave the house only where the form lets the person share all of them. */
async function chartOf(ctx: Ctx, id: string, title: Text | null, fixed: Fixed): Promise<SharedChart> {
  const { name, definition, result } = await answered(ctx, id, { picks: [...fixed.fixed, ...(fixed.chosen ?? [])] });
  await requireShown(ctx, definition, fixed);
  return { name: title ?? name, ...forVisitors(definition, result) };
}

/** A chart that those who are nobody of the space may look at. */
export async function requireShown(ctx: Ctx, definition: ChartDefinition, { fixed, sources }: Fixed): Promise<void> {
  const { form } = definition;
  if (fixed.length > 0 && (form === null || !sources.includes(form))) throw forbidden('analytics.embed.other_source');
  await requireFigures(ctx, definition);
}

async function requireFigures(ctx: Ctx, { form, settings }: ChartDefinition): Promise<void> {
  if (form === null || !isOfRecords(settings)) return;
  const source = await chartSource(ctx, form);
  if (!(await source.mayGiveRows('shown'))) throw forbidden('visitors.chart.single_records');
}
