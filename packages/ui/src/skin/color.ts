/** Colour arithmetic for skins: WCAG contrast and the smallest change of a colour that makes it readable. */

export interface Rgb {
  r: number;
  g: number;
  b: number;
  a: number;
}

export function parseColor(text: string): Rgb {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const byte = (at: number) => parseInt(full.slice(at, at + 2), 16);
    return { r: byte(0), g: byte(2), b: byte(4), a: full.length === 8 ? byte(6) / 255 : 1 };
  }
  const [r, g, b, a = 1] = (/^rgba?\(([^)]+)\)$/i.exec(text.trim())?.[1] ?? '').split(/[\s,/]+/).map(Number);
  if (r === undefined || g === undefined || b === undefined || Number.isNaN(r + g + b + a))
    throw new Error(`not a colour: ${text}`);
  return { r, g, b, a };
}

export function toHex({ r, g, b }: Rgb): string {
  return (
    '#' +
    [r, g, b]
      .map((channel) =>
        Math.round(Math.min(255, Math.max(0, channel)))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  );
}

export function isColor(text: string): boolean {
  try {
    parseColor(text);
    return true;
  } catch {
    return false;
  }
}

/** `share` of `top` over `ground`, as an opaque colour. */
export function mix(top: string, ground: string, share: number): string {
  const over = parseColor(top);
  const under = parseColor(ground);
  const weight = over.a * share;
  const blend = (a: number, b: number) => a * weight + b * (1 - weight);
  return toHex({ r: blend(over.r, under.r), g: blend(over.g, under.g), b: blend(over.b, under.b), a: 1 });
}

export function withAlpha(color: string, alpha: number): string {
  const { r, g, b } = parseColor(color);
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

export function luminance(color: string): number {
  const { r, g, b } = parseColor(color);
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG 2 contrast; a transparent text colour is first laid over its ground. */
export function contrast(text: string, ground: string): number {
  const [high, low] = [luminance(mix(text, ground, 1)), luminance(ground)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour itself, or the nearest darker (lighter) one that reaches `ratio` on every ground. */
export function readableOn(color: string, grounds: string[], ratio: number): string {
  const target = luminance(grounds[0]!) > 0.18 ? '#000000' : '#ffffff';
  for (let share = 0; share <= 1; share += 0.02) {
    const tried = mix(target, color, share);
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried;
  }
  return target;
}

/** A fill dark enough for white text. */
export function fillForWhite(color: string, ratio = 4.5): string {
  for (let share = 0; share <= 1; share += 0.02) {
    const tried = mix('#000000', color, share);
    if (contrast('#ffffff', tried) >= ratio) return tried;
  }
  return '#000000';
}
