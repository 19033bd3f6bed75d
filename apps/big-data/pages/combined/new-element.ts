import type { ScreenElement, ScreenElementKind } from '@formwork/contract/analytics/screen.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Begun = Without<ScreenElement, 'id' | 'name' | 'x' | 'y'>;

/** What a new element begins with; words are in the language of whoever adds it. */
export const begun: Record<ScreenElementKind, (words: (key: string) => string) => Begun> = {
  title: (words) => ({ is: 'title', w: 900, h: 80, size: 44, text: { zh: words('analytics.new_title') } }),
  text: (words) => ({ is: 'text', w: 420, h: 120, size: 20, text: { zh: words('analytics.new_text') } }),
  marquee: (words) => ({
    is: 'marquee',
    w: 800,
    h: 48,
    size: 22,
    seconds: 20,
    text: { zh: words('analytics.new_text') },
  }),
  clock: () => ({ is: 'clock', w: 420, h: 60, size: 28, shows: 'both' }),
  countdown: () => ({ is: 'countdown', w: 420, h: 80, size: 36, until: null }),
  chart: () => ({ is: 'chart', w: 560, h: 360, chart: null, title: true }),
  digits: () => ({ is: 'digits', w: 420, h: 110, size: 64, chart: null }),
  rolling: () => ({ is: 'rolling', w: 640, h: 320, chart: null, rows: 8, seconds: 3 }),
  ranking: () => ({ is: 'ranking', w: 460, h: 360, chart: null, rows: 10 }),
  border: () => ({ is: 'border', w: 600, h: 400, look: 'corners' }),
  picture: () => ({ is: 'picture', w: 320, h: 240, src: null }),
  video: () => ({ is: 'video', w: 640, h: 360, from: null }),
  carousel: () => ({ is: 'carousel', w: 640, h: 360, slides: [], seconds: 5 }),
  frame: () => ({ is: 'frame', w: 640, h: 400, address: 'https://' }),
  filter: () => ({ is: 'filter', w: 420, h: 56, size: 18, filter: null }),
  fullscreen: () => ({ is: 'fullscreen', w: 56, h: 56, size: 30 }),
};

export const elementKinds = Object.keys(begun) as ScreenElementKind[];

export function newElementId(): string {
  return `e${Math.random().toString(36).slice(2, 10)}`;
}

/** A copy of a carousel has slides of its own: each is asked for by its id. */
export function withNewSlides(element: ScreenElement): ScreenElement {
  if (element.is !== 'carousel') return element;
  return { ...element, slides: element.slides.map((slide) => ({ ...slide, id: newElementId() })) };
}
