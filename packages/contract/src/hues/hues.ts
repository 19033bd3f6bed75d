/** Sixteen hues by name, for options, boards, calendars, charts, faces: colours are named, never written, and each skin has its own shades of them. In the order in which new things get them. */
export const hueNames = [
  'blue',
  'green',
  'orange',
  'purple',
  'red',
  'cyan',
  'gold',
  'pink',
  'indigo',
  'lime',
  'amber',
  'teal',
  'magenta',
  'sky',
  'brown',
  'grey',
] as const;
export type HueName = (typeof hueNames)[number];

export interface HueShades {
  fill: string;
  /** Reads on the fill. */
  ink: string;
  /** Stands out from the ground of the skin: lines, bars, dots. */
  solid: string;
}

/** The sixteen hues in the shades of a light or a dark skin. */
export function huesFor(dark: boolean): Record<HueName, HueShades> {
  return dark ? darkHues : lightHues;
}

/** Light fill, ink, solid; dark fill, ink, solid. Opaque, so that they hold on hovered and selected rows. */
const table: Record<HueName, string> = {
  blue: 'e1ecfe 2655a2 3573da 233756 b7d2ff 5d91e7',
  green: 'd5f5dc 006a34 028844 1b4026 a7e2b6 41aa66',
  orange: 'ffe5d9 8e3c00 c35401 502c19 fec1a4 d6743f',
  purple: 'efe6fe 684195 8f5bcb 3d2e51 dcc4fe a47bd8',
  red: 'fee4e2 953031 cb4646 522927 ffbeb9 db6c67',
  cyan: 'cdf3f9 00646f 03808e 003f46 8be1ee 0ba5b6',
  gold: 'f6ecbd 665800 877400 3f370a dfd291 a99202',
  pink: 'ffe3ec 8e305c c64882 4f2838 ffbad4 d36a96',
  indigo: 'e7eaff 4c4ba1 6a69db 313356 c7cdfe 8286e6',
  lime: 'e3f2ce 496201 5f7e01 2f3c16 c4db9e 7fa034',
  amber: 'fee7cd 7b4c01 a46805 4b300d f5c894 c8800d',
  teal: 'cff5ec 02675a 008474 014138 90e4d3 0da995',
  magenta: 'fde1fb 7e377d b151af 482a47 f0beee bf71bd',
  sky: 'd8effe 005f87 027eb1 0f3b52 9fdafe 0c9edc',
  brown: 'f1dfd5 734e38 986c52 433228 edc8b3 b2886f',
  grey: 'e8e9ec 55585e 70757c 34373b cdd1d8 8e929a',
};

const lightHues = shadesFrom(0);
const darkHues = shadesFrom(3);

function shadesFrom(at: number): Record<HueName, HueShades> {
  const shades = hueNames.map((name) => {
    const [fill, ink, solid] = table[name].split(' ').slice(at);
    return [name, { fill: `#${fill}`, ink: `#${ink}`, solid: `#${solid}` }] as const;
  });
  return Object.fromEntries(shades) as Record<HueName, HueShades>;
}
