import type { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { drilled, type ChartDefinition, type Dashboard } from '@formwork/contract/analytics/definition.ts';
import { chartsOfElement, filtersOfScreen, type Screen } from '@formwork/contract/analytics/screen.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Text } from '@formwork/contract/text.ts';
import { noteUseOf } from '../../platform/assets.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { releasedOf } from '../definitions/public.ts';
import { valuesOf } from './filter-values.ts';
import { chartSource, resultOf } from './result.ts';
import { requireSeen } from './require-seen.ts';
import { seenFilters, seenScreen } from './seen-filters.ts';
import { seenJumps } from './seen-jumps.ts';
import { watchable } from './watched.ts';

type Input<Name extends keyof typeof analyticsApi> = InputOf<(typeof analyticsApi)[Name]>;
type Answer<Name extends keyof typeof analyticsApi> = Promise<ResponseOf<(typeof analyticsApi)[Name]>>;

export async function query(ctx: Ctx, { body }: Input<'query'>): Answer<'query'> {
  const began = performance.now();
  const answer = await resultOf(ctx, drilled(body.chart, body.level ?? 0), body.picks);
  noteSource(ctx, body.chart, performance.now() - began);
  return answer;
}

export async function getChart(ctx: Ctx, { params, body }: Input<'chart'>): Answer<'chart'> {
  const { can } = await requireSeen(ctx, 'chart', params.chartId);
  const began = performance.now();
  const answer = await answered(ctx, params.chartId, body);
  noteChart(ctx, params.chartId, answer.definition, performance.now() - began);
  return { ...(await watched(ctx, answer)), mayEdit: can.includes('edit') };
}

/** What a chart answers from is used as well. */
function noteChart(ctx: Ctx, id: string, chart: ChartDefinition, ms: number): void {
  noteUseOf(ctx, 'chart', id, ms);
  noteSource(ctx, chart, ms);
}

function noteSource(ctx: Ctx, { form }: ChartDefinition, ms: number): void {
  if (form === null) return;
  const set = setOfSource(form);
  noteUseOf(ctx, set === undefined ? 'form' : 'dataset', set ?? form, ms);
}

export async function openDashboard(ctx: Ctx, input: Input<'dashboard'>): Answer<'dashboard'> {
  const answer = await getDashboard(ctx, input);
  noteUseOf(ctx, 'dashboard', input.params.dashboardId);
  return answer;
}

export async function openScreen(ctx: Ctx, input: Input<'screen'>): Answer<'screen'> {
  const answer = await getScreen(ctx, input);
  noteUseOf(ctx, 'screen', input.params.screenId);
  return answer;
}

export async function getDashboard(ctx: Ctx, { params }: Input<'dashboard'>): Answer<'dashboard'> {
  const { can } = await requireSeen(ctx, 'dashboard', params.dashboardId);
  const { name, body } = await releasedDashboard(ctx, params.dashboardId);
  const mayEdit = can.includes('edit');
  if (mayEdit) return { name, definition: body, mayEdit };
  const [filters, panels] = await Promise.all([seenFilters(ctx, body.filters), seenJumps(ctx, body.panels)]);
  return { name, definition: { ...body, filters, panels }, mayEdit };
}

/** Who may see the dashboard sees its charts, whatever rules say of the charts by themselves: the records' own rights decide. */
export async function getPanel(ctx: Ctx, { params, body }: Input<'panel'>): Answer<'panel'> {
  const { chart, title } = await chartOfPanel(ctx, params);
  const began = performance.now();
  const answer = await answered(ctx, chart, body);
  noteChart(ctx, chart, answer.definition, performance.now() - began);
  return { ...(await watched(ctx, answer)), name: title ?? answer.name };
}

export async function chartOfPanel(
  ctx: Ctx,
  params: Input<'panel'>['params'],
): Promise<{ chart: string; title: Text | null }> {
  await requireSeen(ctx, 'dashboard', params.dashboardId);
  const board = await releasedDashboard(ctx, params.dashboardId);
  const panel = board.body.panels.find(({ id }) => id === params.panelId);
  if (panel?.is !== 'chart') throw notFound('analytics.panel.gone');
  return panel;
}

/** What a filter can be set to: what stands in records that the caller sees, the most frequent first. */
export async function getFilterValues(ctx: Ctx, { params, body }: Input<'filterValues'>): Answer<'filterValues'> {
  await requireSeen(ctx, 'dashboard', params.dashboardId);
  const board = await releasedDashboard(ctx, params.dashboardId);
  const filter = board.body.filters.find(({ id }) => id === params.filterId);
  if (!filter) throw notFound('analytics.filter.gone');
  const values = await valuesOf(ctx, filter.form, filter.field, body.picks);
  return { ...values, watch: await watchable(ctx, filter.form) };
}

async function watched<A extends { definition: ChartDefinition }>(ctx: Ctx, answer: A) {
  return { ...answer, watch: await watchable(ctx, answer.definition.form) };
}

export async function getScreen(ctx: Ctx, { params }: Input<'screen'>): Answer<'screen'> {
  const { can } = await requireSeen(ctx, 'screen', params.screenId);
  const { name, body } = await releasedScreen(ctx, params.screenId);
  const mayEdit = can.includes('edit');
  if (mayEdit) return { name, definition: body, mayEdit };
  const seen = await seenScreen(ctx, body);
  return { name, definition: { ...seen, elements: await seenJumps(ctx, seen.elements) }, mayEdit };
}

export async function getElement(ctx: Ctx, { params, body }: Input<'element'>): Answer<'element'> {
  const chart = await chartOfScreen(ctx, params);
  const began = performance.now();
  const answer = await answered(ctx, chart, body);
  noteChart(ctx, chart, answer.definition, performance.now() - began);
  return watched(ctx, answer);
}

export async function getElementValues(ctx: Ctx, { params, body }: Input<'elementValues'>): Answer<'elementValues'> {
  await requireSeen(ctx, 'screen', params.screenId);
  const screen = await releasedScreen(ctx, params.screenId);
  const filter = filtersOfScreen(screen.body).find(({ id }) => id === params.elementId);
  if (!filter) throw notFound('analytics.filter.gone');
  const values = await valuesOf(ctx, filter.form, filter.field, body.picks);
  return { ...values, watch: await watchable(ctx, filter.form) };
}

export async function chartOfScreen(ctx: Ctx, params: Input<'element'>['params']): Promise<string> {
  await requireSeen(ctx, 'screen', params.screenId);
  const { body } = await releasedScreen(ctx, params.screenId);
  const chart = body.elements.flatMap(chartsOfElement).find(({ id }) => id === params.elementId)?.chart;
  if (!chart) throw notFound('analytics.element.gone');
  return chart;
}

/** A released chart as the caller sees it, so many levels down and narrowed. Whether they may see it was asked before. */
export async function answered(ctx: Ctx, chartId: string, { picks, level = 0 }: Input<'chart'>['body']) {
  const { name, body } = await releasedChart(ctx, chartId);
  const definition = drilled(body, level);
  const result = await resultOf(ctx, definition, picks);
  return { name, definition: await seenBy(ctx, definition), result };
}

/** What is asked of a field that is hidden from the viewer is not told, neither that it is asked of it. */
async function seenBy(ctx: Ctx, definition: ChartDefinition): Promise<ChartDefinition> {
  const { form, where, settings } = definition;
  const { drill = [] } = settings;
  if (form === null || (where === null && drill.length === 0)) return definition;
  const { fields } = await chartSource(ctx, form);
  const seen = new Set(fields.map(({ id }) => id));
  const isAsked = where !== null && comparisonsIn(where).every(({ field }) => seen.has(field));
  // a click leads no further than to what is theirs
  const end = drill.findIndex(({ field }) => !seen.has(field));
  return {
    ...definition,
    where: isAsked ? where : null,
    ...(end >= 0 && { settings: { ...settings, drill: drill.slice(0, end) } }),
  };
}

async function releasedChart({ platform, spaceId }: Ctx, id: string) {
  const released = await releasedOf<ChartDefinition>(platform, spaceId, 'chart', id);
  if (!released?.enabled) throw notFound('analytics.chart.gone');
  return released;
}

export async function releasedDashboard({ platform, spaceId }: Ctx, id: string) {
  const released = await releasedOf<Dashboard>(platform, spaceId, 'dashboard', id);
  if (!released?.enabled) throw notFound('analytics.dashboard.gone');
  return released;
}

export async function releasedScreen({ platform, spaceId }: Ctx, id: string) {
  const released = await releasedOf<Screen>(platform, spaceId, 'screen', id);
  if (!released?.enabled) throw notFound('analytics.screen.gone');
  return released;
}
