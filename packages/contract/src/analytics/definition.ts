import { z } from 'zod';
import { OwnCondition } from '../condition/condition.ts';
import type { DocumentKind } from '../definitions/kind.ts';
import { Text } from '../text.ts';
import { ChartSettings, chartSlots, type ChartUse } from './chart.ts';
import { Jump } from './jump.ts';
import { SourceId } from './source.ts';

/** A chart as it is kept: the records it is of, which of them, and how their result is drawn. */
export const ChartDefinition = z.object({
  /** The form or data set whose records are counted; null until one is chosen. */
  form: SourceId.nullable(),
  where: OwnCondition.nullable(),
  settings: ChartSettings,
});
export type ChartDefinition = z.infer<typeof ChartDefinition>;

export const emptyChart = (): ChartDefinition => ({
  form: null,
  where: null,
  settings: { kind: 'bar', slots: {}, marks: [], tones: [], notes: [], look: {} },
});

/** The grid of a dashboard has so many columns. */
export const boardColumns = 24;

const Place = z.object({
  x: z
    .int()
    .min(0)
    .max(boardColumns - 1),
  y: z.int().min(0).max(10_000),
  w: z.int().min(1).max(boardColumns),
  h: z.int().min(1).max(200),
});
export type PanelPlace = z.infer<typeof Place>;

export const PanelId = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);

/** Small pictures travel in the definition itself, as logos do; no address leads outward. */
export const mostPictureText = 400_000;
export const pictureText = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/;

/** Pages of other places stand in a sandbox, by https alone. */
export const mostFrameAddress = 2_000;
export function isFrameAddress(address: string): boolean {
  return /^https:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(address);
}

/** Most elements of one page, dashboard or screen. */
export const mostPanels = 100;

const anyPanel = {
  id: PanelId,
  place: Place,
  /** The page it stands on; the first one when left out. */ page: PanelId.optional(),
};

/** What a click on a chart does: narrows the others, shows the records, leads elsewhere, or nothing. */
export const clickActs = ['filter', 'records', 'jump', 'none'] as const;
export type ClickAct = (typeof clickActs)[number];

/** Where its title leads, and a click on a mark where that is what clicks do. */
const jump = Jump.optional();

export const textLooks = ['text', 'title', 'note'] as const;

export const DashboardPanel = z.discriminatedUnion('is', [
  z.object({
    ...anyPanel,
    is: z.literal('chart'),
    chart: z.uuid(),
    title: Text.nullable(),
    click: z.enum(clickActs).optional(),
    jump,
  }),
  z.object({ ...anyPanel, is: z.literal('text'), text: Text, look: z.enum(textLooks).optional(), jump }),
  z.object({
    ...anyPanel,
    is: z.literal('picture'),
    src: z.string().max(mostPictureText).regex(pictureText),
    alt: Text.optional(),
    jump,
  }),
  z.object({ ...anyPanel, is: z.literal('frame'), title: Text.nullable(), address: z.string().max(mostFrameAddress) }),
]);
export type DashboardPanel = z.infer<typeof DashboardPanel>;

/** What viewers may narrow all charts by: a field of a form, for the charts of that form, and fields of other forms that mean the same. */
export const DashboardFilter = z.object({
  id: PanelId,
  form: SourceId,
  field: z.string().max(60),
  title: Text.optional(),
  same: z
    .array(z.object({ form: SourceId, field: z.string().max(60) }))
    .max(20)
    .optional(),
});
export type DashboardFilter = z.infer<typeof DashboardFilter>;

export const Dashboard = z.object({
  panels: z.array(DashboardPanel).max(mostPanels),
  filters: z.array(DashboardFilter).max(10),
  /** Seconds after which a page that shows it looks again; null: when somebody asks or records change. */
  refresh: z.int().min(5).max(86_400).nullable(),
  /** Shown as tabs where there are more than one. */
  pages: z
    .array(z.object({ id: PanelId, title: Text }))
    .max(20)
    .default([]),
  /** The order on phones; what it does not name follows. */
  phone: z.array(PanelId).max(mostPanels).default([]),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const emptyDashboard = (): Dashboard => ({ panels: [], filters: [], refresh: null, pages: [], phone: [] });

/** The first key of a chart: what a click goes down from, level by level. */
export function drilledUse(settings: Pick<ChartSettings, 'slots'>): ChartUse | undefined {
  return usesOf(settings).find((use) => !isFigure(use));
}

/** The chart as it is drawn so many levels below its first key. */
export function drilled(chart: ChartDefinition, level: number): ChartDefinition {
  const { settings } = chart;
  const step = settings.drill?.[level - 1];
  const first = drilledUse(settings);
  if (level === 0 || !step || !first) return chart;
  const { title: _title, step: _step, level: _level, ...rest } = first;
  const next: ChartUse = { ...rest, ...step };
  const slots = Object.fromEntries(
    Object.entries(settings.slots).map(([slot, uses]) => [slot, uses.map((use) => (use.id === first.id ? next : use))]),
  );
  return { ...chart, settings: { ...settings, slots } };
}

/** The uses of a chart in the order of its slots, each once. */
export function usesOf({ slots }: Pick<ChartSettings, 'slots'>): ChartUse[] {
  const uses = chartSlots.flatMap((slot) => slots[slot] ?? []);
  return [...new Map(uses.map((use) => [use.id, use])).values()];
}

/** Whether single records are drawn, not groups of them. */
export function isOfRecords(settings: Pick<ChartSettings, 'slots'>): boolean {
  return !usesOf(settings).some(isFigure);
}

/** Worked out over a group, not a key of it. */
export function isFigure({ fn, calc }: ChartUse): boolean {
  return fn !== undefined || calc !== undefined;
}

/** Each panel within the grid and on a page that is there, no id twice. */
export function settleDashboard(board: Dashboard): Dashboard {
  const pages = uniqueById(board.pages);
  const panels = uniqueById(board.panels).map((panel) => {
    const { x, w } = panel.place;
    const placed =
      x + w <= boardColumns ? panel : { ...panel, place: { ...panel.place, x: Math.max(0, boardColumns - w) } };
    if (placed.page === undefined || pages.some(({ id }) => id === placed.page)) return placed;
    const { page: _gone, ...onFirst } = placed;
    return onFirst;
  });
  const filters = uniqueById(board.filters);
  const phone = [...new Set(board.phone)].filter((id) => panels.some((panel) => panel.id === id));
  const same =
    panels.length === board.panels.length &&
    panels.every((panel, at) => panel === board.panels[at]) &&
    pages.length === board.pages.length &&
    phone.length === board.phone.length;
  return same && filters.length === board.filters.length ? board : { ...board, panels, filters, pages, phone };
}

/** A use stands in a slot once. */
export function settleChart(chart: ChartDefinition): ChartDefinition {
  const { slots } = chart.settings;
  const settled = Object.fromEntries(Object.entries(slots).map(([slot, uses]) => [slot, uniqueById(uses)]));
  const same = Object.entries(slots).every(([slot, uses]) => settled[slot]!.length === uses.length);
  return same ? chart : { ...chart, settings: { ...chart.settings, slots: settled } };
}

function uniqueById<One extends { id: string }>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [one.id, one])).values()];
}

/** The pure half of both kinds, for the browser and the server. */
export const chartDocument: DocumentKind<ChartDefinition> = {
  kind: 'chart',
  area: 'analytics',
  saves: 'changes',
  schema: ChartDefinition,
  empty: emptyChart,
  settle: settleChart,
};

export const dashboardDocument: DocumentKind<Dashboard> = {
  kind: 'dashboard',
  area: 'analytics',
  saves: 'changes',
  schema: Dashboard,
  empty: emptyDashboard,
  settle: settleDashboard,
};
