import { hueNames, huesFor, type HueName } from '@formwork/contract/hues/hues.ts';

/** `--fw-<hue>-fill`, `-ink` and `-solid` of the sixteen hues. */
export function hueVariables(dark: boolean): Record<string, string> {
  const shades = huesFor(dark);
  return Object.fromEntries(
    hueNames.flatMap((name) => [
      [`${name}-fill`, shades[name].fill],
      [`${name}-ink`, shades[name].ink],
      [`${name}-solid`, shades[name].solid],
    ]),
  );
}

/** Its solid colour; kinds of nodes on a canvas have numbers, which stay within the first ten. */
export function hueVariable(hue: HueName | number): string {
  return typeof hue === 'number' ? `var(--fw-hue-${(hue % numberedHues.length) + 1})` : `var(--fw-${hue}-solid)`;
}

/** The hues that canvases name by number, in the order of those numbers. */
export const numberedHues: readonly HueName[] = [
  'blue',
  'orange',
  'teal',
  'magenta',
  'gold',
  'cyan',
  'red',
  'purple',
  'lime',
  'grey',
];

/** What a face of this name is drawn in, always the same. */
export function hueOfName(name: string): HueName {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0;
  return faceHues[hash % faceHues.length]!;
}

const faceHues: readonly HueName[] = [
  'blue',
  'green',
  'orange',
  'purple',
  'red',
  'cyan',
  'indigo',
  'pink',
  'teal',
  'magenta',
];
