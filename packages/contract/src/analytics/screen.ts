import { z } from 'zod';
import type { DocumentKind } from '../definitions/kind.ts';
import { nameText, Text, shownText } from '../text.ts';
import { hueNames } from '../hues/hues.ts';
import { Jump } from './jump.ts';
import { DashboardFilter, mostFrameAddress, PanelId, mostPictureText, pictureText } from './definition.ts';

/** How a stage fills a display: whole and in the middle, as wide as it, or drawn out to both sides. */
export const screenFits = ['contain', 'width', 'stretch'] as const;
export const screenGrounds = ['night', 'deep', 'steel', 'paper'] as const;
export const backdropFits = ['cover', 'contain', 'repeat'] as const;
export const mostSlides = 20;
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
/** Where it leads: a title, text, picture or figure as a whole, a chart by a click on a mark, a list by a row. */
const jump = Jump.optional();
const size = z.int().min(8).max(400);

const Picture = z.string().max(mostPictureText).regex(pictureText);
const Shade = z.string().regex(/^#[\da-f]{6}$/i);

/** What lies over the ground: two colours running into each other, or a picture. Whether words on it are light or dark is the ground's. */
export const Backdrop = z.discriminatedUnion('is', [
  z.object({ is: z.literal('gradient'), from: Shade, to: Shade, angle: z.int().min(0).max(360) }),
  z.object({ is: z.literal('picture'), src: Picture, fit: z.enum(backdropFits) }),
]);
export type Backdrop = z.infer<typeof Backdrop>;

/** Films come from files of one's own, or by https from where they lie. */
export const VideoSource = z.union([
  z.object({ file: z.uuid(), name: nameText().max(200) }),
  z.object({ address: z.url({ protocol: /^https$/ }).max(2_000) }),
]);
export type VideoSource = z.infer<typeof VideoSource>;

/** One of those that a carousel shows in turn. */
export const Slide = z.discriminatedUnion('is', [
  z.object({ id: PanelId, is: z.literal('picture'), src: Picture, alt: Text.optional() }),
  z.object({ id: PanelId, is: z.literal('chart'), chart: z.uuid().nullable() }),
]);
export type Slide = z.infer<typeof Slide>;

/** What a screen shows; the order of the list is the order of the layers. */
export const ScreenElement = z.discriminatedUnion('is', [
  z.object({ ...box, is: z.literal('title'), text: Text, size, hue: Hue.optional(), jump }),
  z.object({
    ...box,
    is: z.literal('text'),
    text: Text,
    size,
    hue: Hue.optional(),
    align: z.enum(['start', 'center', 'end']).optional(),
    jump,
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
    click: z.enum(['filter', 'jump', 'none']).optional(),
    jump,
  }),
  z.object({ ...box, is: z.literal('digits'), chart: z.uuid().nullable(), size, hue: Hue.optional(), jump }),
  z.object({
    ...box,
    is: z.literal('rolling'),
    chart: z.uuid().nullable(),
    rows: z.int().min(1).max(50),
    seconds: z.int().min(1).max(60),
    jump,
  }),
  z.object({
    ...box,
    is: z.literal('ranking'),
    chart: z.uuid().nullable(),
    rows: z.int().min(1).max(50),
    hue: Hue.optional(),
    jump,
  }),
  z.object({ ...box, is: z.literal('border'), look: z.enum(borderLooks), hue: Hue.optional(), title: Text.optional() }),
  z.object({
    ...box,
    is: z.literal('picture'),
    src: z.string().max(mostPictureText).regex(pictureText).nullable(),
    alt: Text.optional(),
    jump,
  }),
  z.object({
    ...box,
    is: z.literal('video'),
    from: VideoSource.nullable(),
    /** With sound browsers begin only once somebody presses. */
    muted: z.boolean().optional(),
    loop: z.boolean().optional(),
    /** Shown until it begins. */
    poster: Picture.optional(),
    alt: Text.optional(),
  }),
  z.object({
    ...box,
    is: z.literal('carousel'),
    slides: z.array(Slide).max(mostSlides),
    seconds: z.int().min(2).max(600),
  }),
  z.object({ ...box, is: z.literal('frame'), address: z.string().max(mostFrameAddress) }),
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
  backdrop: Backdrop.nullable().default(null),
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
  backdrop: null,
  elements: [],
  refresh: null,
  next: null,
});

/** Each element once, and each slide with an id of its own: charts are asked for by it. */
export function settleScreen(screen: Screen): Screen {
  const elements = [...new Map(screen.elements.map((element) => [element.id, element])).values()];
  const taken = new Set(elements.map(({ id }) => id));
  const settled = elements.map((element) => (element.is === 'carousel' ? withOwnSlides(element, taken) : element));
  const isSame = settled.length === screen.elements.length && settled.every((one, at) => one === screen.elements[at]);
  return isSame ? screen : { ...screen, elements: settled };
}

type Carousel = Extract<ScreenElement, { is: 'carousel' }>;

function withOwnSlides(carousel: Carousel, taken: Set<string>): Carousel {
  let isSame = true;
  const slides = carousel.slides.map((slide) => {
    let { id } = slide;
    // the same wherever it is settled, and never longer than ids are
    for (let n = 2; taken.has(id); n += 1) id = `${slide.id.slice(0, 26)}x${n}`;
    taken.add(id);
    if (id === slide.id) return slide;
    isSame = false;
    return { ...slide, id };
  });
  return isSame ? carousel : { ...carousel, slides };
}

/** The places of an element that show a chart: itself, or slides of it; null where none is chosen yet. */
export function chartsOfElement(element: ScreenElement): { id: string; chart: string | null }[] {
  if (element.is === 'carousel') return element.slides.flatMap((slide) => (slide.is === 'chart' ? [slide] : []));
  return 'chart' in element ? [{ id: element.id, chart: element.chart }] : [];
}

/** What may have a jump. */
export type LeadingElement = Extract<
  ScreenElement,
  { is: 'title' | 'text' | 'picture' | 'chart' | 'digits' | 'rolling' | 'ranking' }
>;

export function leads(element: ScreenElement): element is LeadingElement {
  return leading.has(element.is);
}
const leading: ReadonlySet<ScreenElement['is']> = new Set([
  'title',
  'text',
  'picture',
  'chart',
  'digits',
  'rolling',
  'ranking',
] satisfies LeadingElement['is'][]);

/** The element with other charts, slides included. */
export function withCharts(element: ScreenElement, change: (chart: string) => string): ScreenElement {
  if (element.is === 'carousel')
    return {
      ...element,
      slides: element.slides.map((slide) =>
        slide.is === 'chart' && slide.chart !== null ? { ...slide, chart: change(slide.chart) } : slide,
      ),
    };
  return 'chart' in element && element.chart !== null ? { ...element, chart: change(element.chart) } : element;
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
