import { huesFor, type HueName, type HueShades } from '@formwork/contract/hues/hues.ts';
import { seriesColours } from './hues.ts';

/** The words that a drawing says by itself; the caller has them in the language of the page. */
export interface ChartWords {
  /** A key without a value. */ none: string;
  /** What top n leaves over. */ rest: string;
  total: string;
  subtotal: string;
  count: string;
  trend: string;
  forecast: string;
  avg: string;
  median: string;
  min: string;
  max: string;
  start: string;
  end: string;
}

export interface ChartInk {
  text: string;
  quiet: string;
  faint: string;
  line: string;
  lineSoft: string;
  ground: string;
  raised: string;
  primary: string;
  good: string;
  warn: string;
  bad: string;
}

/** What a drawing needs to know of where it stands: colours, language, room. */
export interface ChartSkin {
  dark: boolean;
  locale: string;
  words: ChartWords;
  font: string;
  ink: ChartInk;
  series: readonly string[];
  hues: Readonly<Record<HueName, HueShades>>;
  width: number;
  height: number;
}

const lightInk: ChartInk = {
  text: '#1d2129',
  quiet: '#4b515b',
  faint: '#5f6671',
  line: '#dde1e7',
  lineSoft: '#ebedf1',
  ground: '#ffffff',
  raised: '#ffffff',
  primary: '#1f5fd0',
  good: '#1a7a41',
  warn: '#96590a',
  bad: '#c62a38',
};

const darkInk: ChartInk = {
  text: '#e6e8ec',
  quiet: '#aab0ba',
  faint: '#9299a4',
  line: '#363a42',
  lineSoft: '#282b31',
  ground: '#131417',
  raised: '#23262b',
  primary: '#4c8dff',
  good: '#5ec98a',
  warn: '#e8b04a',
  bad: '#ff8a8f',
};

/** A browser gives the ink of its skin; without one (a picture made by the server) the white or the black skin's counts. */
export function chartSkin(
  given: Pick<ChartSkin, 'dark' | 'locale' | 'words'> & Partial<Pick<ChartSkin, 'ink' | 'font' | 'width' | 'height'>>,
): ChartSkin {
  const { dark } = given;
  return {
    ink: dark ? darkInk : lightInk,
    font: 'sans-serif',
    width: 640,
    height: 360,
    series: dark ? seriesColours.dark : seriesColours.light,
    hues: huesFor(dark),
    ...given,
  };
}

/** Narrower than this, words go below each other and axes lose their names. */
export function isNarrow({ width }: ChartSkin): boolean {
  return width < 480;
}
