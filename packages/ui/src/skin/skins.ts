import { huesFor } from '@formwork/contract/hues/hues.ts';
import { fillForWhite, isColor, luminance, mix, readableOn, withAlpha } from './color.ts';
import { hueVariables, numberedHues } from './hues.ts';

/** The ten skins as data. Components never name a colour: they read the CSS variables made from a Skin. */

export const skinIds = [
  'white',
  'black',
  'purple',
  'blue',
  'red',
  'orange',
  'lime',
  'dawn',
  'lilac',
  'system',
] as const;
export type SkinId = (typeof skinIds)[number];

/** Which of the three places one is in; consoles have a bar of their own so that nobody mistakes where they are. */
export type Place = 'app' | 'enterprise' | 'operator';

export interface Skin {
  /** Never 'system': that one is resolved to white or black. */
  id: Exclude<SkinId, 'system'>;
  dark: boolean;
  /** Primary as text, icon and line on the ground. */
  primary: string;
  /** Primary as a fill under white text. */
  primaryFill: string;
  primarySoft: string;
  ground: string;
  sunken: string;
  surface: string;
  raised: string;
  text: string;
  textSecondary: string;
  textTertiary: string;
  textDisabled: string;
  line: string;
  lineSoft: string;
  success: string;
  warning: string;
  error: string;
  info: string;
  bar: FrameColors;
  side: FrameColors;
  /** The line and the chip of a console; the primary colour in the workspace. */
  place: string;
}

export interface FrameColors {
  ground: string;
  text: string;
  quiet: string;
  hover: string;
  selected: string;
  selectedText: string;
}

interface Seed {
  dark: boolean;
  primary: string;
  ground: string;
  sunken: string;
  surface: string;
  raised: string;
  text: string;
  line: string;
  bar: string;
  side: string;
}

const seeds: Record<Skin['id'], Seed> = {
  white: {
    dark: false,
    primary: '#1f5fd0',
    ground: '#ffffff',
    sunken: '#f6f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#1d2129',
    line: '#dde1e7',
    bar: '#ffffff',
    side: '#f6f7f9',
  },
  black: {
    dark: true,
    primary: '#4c8dff',
    ground: '#131417',
    sunken: '#0d0e10',
    surface: '#1a1c20',
    raised: '#23262b',
    text: '#e6e8ec',
    line: '#363a42',
    bar: '#0d0e10',
    side: '#0f1013',
  },
  purple: {
    dark: true,
    primary: '#a07bff',
    ground: '#171326',
    sunken: '#110d1e',
    surface: '#1f1a31',
    raised: '#29223f',
    text: '#ebe7f6',
    line: '#3f3658',
    bar: '#100b20',
    side: '#130f22',
  },
  blue: {
    dark: true,
    primary: '#4d9bff',
    ground: '#0f1829',
    sunken: '#0a1120',
    surface: '#162136',
    raised: '#1d2b45',
    text: '#e4ebf6',
    line: '#2f4060',
    bar: '#081022',
    side: '#0b1425',
  },
  red: {
    dark: false,
    primary: '#b4293f',
    ground: '#ffffff',
    sunken: '#faf6f6',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#2a1d1f',
    line: '#e6dcdd',
    bar: '#561a28',
    side: '#faf5f5',
  },
  orange: {
    dark: false,
    primary: '#bd5108',
    ground: '#ffffff',
    sunken: '#fbf7f3',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#2b221b',
    line: '#e8dfd6',
    bar: '#79390c',
    side: '#fcf6f0',
  },
  lime: {
    dark: false,
    primary: '#457a10',
    ground: '#ffffff',
    sunken: '#f6f9f2',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#1f261a',
    line: '#dde4d5',
    bar: '#2f5110',
    side: '#f4f8ef',
  },
  dawn: {
    dark: false,
    primary: '#0a72b8',
    ground: '#fcfeff',
    sunken: '#f1f7fc',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#17242f',
    line: '#d5e2ec',
    bar: '#dcecf9',
    side: '#edf5fb',
  },
  lilac: {
    dark: false,
    primary: '#8048b0',
    ground: '#fefdff',
    sunken: '#f7f3fb',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#261f2d',
    line: '#e3dbea',
    bar: '#ebe1f5',
    side: '#f5f0fa',
  },
};

/** What tells the consoles from the workspace, in light and in dark skins. */
const placeColors: Record<Exclude<Place, 'app'>, [light: string, dark: string]> = {
  enterprise: ['#0f766e', '#2dd4bf'],
  operator: ['#9a4a06', '#f0a04b'],
};

export function isSkinId(text: unknown): text is SkinId {
  return skinIds.includes(text as SkinId);
}

/** A skin with every colour worked out; `primary` is an enterprise's own colour, moved until it can be read. */
export function skinOf(
  id: SkinId,
  options: { primary?: string | undefined; systemDark?: boolean; place?: Place } = {},
): Skin {
  const real = id === 'system' ? (options.systemDark ? 'black' : 'white') : id;
  const place = options.place ?? 'app';
  const key = [real, options.primary, place].join();
  const known = made.get(key);
  if (known) return known;
  const skin = makeSkin(real, options.primary, place);
  made.set(key, skin);
  return skin;
}

const made = new Map<string, Skin>();

function makeSkin(id: Skin['id'], ownPrimary: string | undefined, place: Place): Skin {
  const seed = seeds[id];
  const { dark, ground, surface, raised, sunken } = seed;
  const grounds = [ground, surface, raised, sunken];
  const asked = ownPrimary && isColor(ownPrimary) ? ownPrimary : seed.primary;
  const primarySoft = mix(asked, ground, dark ? 0.22 : 0.1);
  const hover = mix(seed.text, ground, dark ? 0.08 : 0.05);
  const textGrounds = [...grounds, primarySoft, hover];
  const primary = readableOn(asked, textGrounds, 4.5);
  const state = (light: string, onDark: string) => readableOn(dark ? onDark : light, grounds, 4.6);
  return {
    id,
    dark,
    primary,
    primaryFill: fillForWhite(asked),
    primarySoft,
    ground,
    sunken,
    surface,
    raised,
    text: seed.text,
    textSecondary: readableOn(mix(seed.text, ground, dark ? 0.72 : 0.76), textGrounds, 5.5),
    textTertiary: readableOn(mix(seed.text, ground, dark ? 0.56 : 0.6), textGrounds, 4.6),
    textDisabled: mix(seed.text, ground, dark ? 0.34 : 0.36),
    line: seed.line,
    lineSoft: mix(seed.line, ground, 0.6),
    success: state('#1a7a41', '#5ec98a'),
    warning: state('#96590a', '#e8b04a'),
    error: state('#c62a38', '#ff8a8f'),
    info: state('#1f63c4', '#7db1ff'),
    bar: frameColors(place === 'app' ? seed.bar : seed.side, asked),
    side: frameColors(seed.side, asked),
    place: place === 'app' ? primary : readableOn(placeColors[place][dark ? 1 : 0], [seed.side, ground], 4.5),
  };
}

function frameColors(ground: string, primary: string): FrameColors {
  const light = luminance(ground) > 0.18;
  const ink = light ? '#1d2129' : '#ffffff';
  const text = mix(ink, ground, light ? 0.88 : 0.92);
  const selected = light ? mix(primary, ground, 0.12) : mix('#ffffff', ground, 0.16);
  return {
    ground,
    text,
    quiet: readableOn(mix(ink, ground, 0.66), [ground, mix(ink, ground, 0.07)], 4.6),
    hover: mix(ink, ground, light ? 0.06 : 0.1),
    selected,
    selectedText: light ? readableOn(primary, [selected], 5) : readableOn('#ffffff', [selected], 4.5),
  };
}

/** What components paint with, as custom properties on the root element. */
export function cssVariables(skin: Skin): Record<string, string> {
  const soft = (color: string) => mix(color, skin.ground, skin.dark ? 0.18 : 0.1);
  const variables: Record<string, string> = {
    primary: skin.primary,
    'primary-fill': skin.primaryFill,
    'primary-soft': skin.primarySoft,
    'primary-line': mix(skin.primary, skin.ground, 0.45),
    ground: skin.ground,
    sunken: skin.sunken,
    surface: skin.surface,
    raised: skin.raised,
    text: skin.text,
    'text-2': skin.textSecondary,
    'text-3': skin.textTertiary,
    'text-off': skin.textDisabled,
    line: skin.line,
    'line-soft': skin.lineSoft,
    hover: mix(skin.text, skin.ground, skin.dark ? 0.07 : 0.04),
    press: mix(skin.text, skin.ground, skin.dark ? 0.12 : 0.08),
    shadow: skin.dark
      ? '0 6px 24px rgba(0, 0, 0, 0.5), 0 0 0 1px rgba(255, 255, 255, 0.06)'
      : `0 6px 24px ${withAlpha(skin.text, 0.14)}, 0 0 0 1px ${withAlpha(skin.text, 0.06)}`,
    veil: skin.dark ? 'rgba(0, 0, 0, 0.6)' : withAlpha(skin.text, 0.4),
  };
  for (const state of ['success', 'warning', 'error', 'info'] as const) {
    variables[state] = readableOn(skin[state], [soft(skin[state])], 4.5);
    variables[`${state}-soft`] = soft(skin[state]);
  }
  for (const part of ['bar', 'side'] as const) {
    variables[part] = skin[part].ground;
    variables[`${part}-text`] = skin[part].text;
    variables[`${part}-quiet`] = skin[part].quiet;
    variables[`${part}-hover`] = skin[part].hover;
    variables[`${part}-selected`] = skin[part].selected;
    variables[`${part}-selected-text`] = skin[part].selectedText;
  }
  variables.place = skin.place;
  variables['place-ink'] = readableOn(luminance(skin.place) > 0.18 ? '#1d2129' : '#ffffff', [skin.place], 4.5);
  Object.assign(variables, hueVariables(skin.dark));
  numberedHues.forEach((name, at) => {
    variables[`hue-${at + 1}`] = huesFor(skin.dark)[name].solid;
  });
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--fw-${name}`, value]));
}
