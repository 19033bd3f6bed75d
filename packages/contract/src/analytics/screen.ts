import { z } from 'zod';
import type { DocumentKind } from '../definitions/kind.ts';
import { Text, shownText } from '../text.ts';
import { hueNames } from '../hues/hues.ts';
import { DashboardFilter, PanelId, mostPictureText, pictureText } from './definition.ts';

/** How a stage fills a display: whole and in the middle, as wide as it, or drawn out to both sides. */
export const screenFits = ['contain', 'width', 'stretch'] as const;
export const screenGrounds = ['night', 'deep', 'steel', 'paper'] as const;
export const borderLooks = ['line', 'corners', 'double', 'glow'] as const;

const box = {
  id: PanelId,
  name: shownText().max(60),
  x: z.number().min(-20_000).max(20_000),
  y: z.number().min(-20_000).max(20_000),
  w: z.number().min(1).max(20_000),
  h: z.number().min(1).max(20_000),
  turn: z.number().min(-360).max(360).optional(),
  group: z.string().max(40).optional(),
  locked: z.boolean().optional(),
  hidden: z.boolean().optional(),
};
const Hue = z.enum(hueNames);
const size = z.int().min(8).max(400);

/** What a screen shows; the order of the list is the order of the layers. */
export const ScreenElement = z.discriminatedUnion('is', [
  z.object({ ...box, is: z.literal('title'), text: Text, size, hue: Hue.optional() }),
  z.object({
    ...box,
    is: z.literal('text'),
    text: Text,
    size,
    hue: Hue.optional(),
    align: z.enum(['start', 'center', 'end']).optional(),
  }),
  z.object({
    ...box,
    is: z.literal('marquee'),
    text: Text,
    size,
    hue: Hue.optional(),
    seconds: z.int().min(3).max(600),
  }),
  z.object({ ...box, is: z.literal('clock'), size, hue: Hue.optional(), shows: z.enum(['time', 'date', 'both']) }),
  z.object({ ...box, is: z.literal('countdown'), size, hue: Hue.optional(), until: z.iso.datetime().nullable() }),
  z.object({
    ...box,
    is: z.literal('chart'),
    chart: z.uuid().nullable(),
    title: z.boolean().optional(),
    /** A click on a mark narrows what else is on the screen. */
    click: z.enum(['filter', 'none']).optional(),
  }),
  z.object({ ...box, is: z.literal('digits'), chart: z.uuid().nullable(), size, hue: Hue.optional() }),
  z.object({
    ...box,
    is: z.literal('rolling'),
    chart: z.uuid().nullable(),
    rows: z.int().min(1).max(50),
    seconds: z.int().min(1).max(60),
  }),
  z.object({
    ...box,
    is: z.literal('ranking'),
    chart: z.uuid().nullable(),
    rows: z.int().min(1).max(50),
    hue: Hue.optional(),
  }),
  z.object({ ...box, is: z.literal('border'), look: z.enum(borderLooks), hue: Hue.optional(), title: Text.optional() }),
  z.object({
    ...box,
    is: z.literal('picture'),
    src: z.string().max(mostPictureText).regex(pictureText).nullable(),
    alt: Text.optional(),
  }),
  z.object({ ...box, is: z.literal('fullscreen'), size, hue: Hue.optional() }),
  /** A variable of the screen: what its field is set to narrows every chart of that form, and of those that mean the same. */
  z.object({ ...box, is: z.literal('filter'), size, filter: DashboardFilter.omit({ id: true }).nullable() }),
]);
export type ScreenElement = z.infer<typeof ScreenElement>;
export type ScreenElementKind = ScreenElement['is'];

export const Screen = z.object({
  width: z.int().min(200).max(16_000),
  height: z.int().min(200).max(16_000),
  fit: z.enum(screenFits),
  ground: z.enum(screenGrounds),
  elements: z.array(ScreenElement).max(300),
  /** Seconds after which a display looks again, beside what it hears of changes; null: by these alone. */
  refresh: z.int().min(5).max(86_400).nullable(),
  /** Shown after this many seconds instead, in turn. */
  next: z.object({ screen: z.uuid(), seconds: z.int().min(5).max(86_400) }).nullable(),
});
export type Screen = z.infer<typeof Screen>;

export const emptyScreen = (): Screen => ({
  width: 1920,
  height: 1080,
  fit: 'contain',
  ground: 'night',
  elements: [],
  refresh: null,
  next: null,
});

/** Each element once. */
export function settleScreen(screen: Screen): Screen {
  const elements = [...new Map(screen.elements.map((element) => [element.id, element])).values()];
  return elements.length === screen.elements.length ? screen : { ...screen, elements };
}

/** The chart whose result an element shows, if it shows one. */
export function chartOfElement(element: ScreenElement): string | null | undefined {
  return 'chart' in element ? element.chart : undefined;
}

/** What viewers may set, as dashboards have it; the order of layers is that of cascades. */
export function filtersOfScreen({ elements }: Pick<Screen, 'elements'>): DashboardFilter[] {
  return elements.flatMap((element) =>
    element.is === 'filter' && element.filter ? [{ ...element.filter, id: element.id }] : [],
  );
}

export const screenDocument: DocumentKind<Screen> = {
  kind: 'screen',
  area: 'analytics',
  saves: 'changes',
  schema: Screen,
  empty: emptyScreen,
  settle: settleScreen,
};
