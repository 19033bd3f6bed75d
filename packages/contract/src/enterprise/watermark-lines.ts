import type { Watermark, WatermarkPart } from './appearance.ts';

/** The words of a watermark, line by line: the enterprise's own text, its name, who looks, and when. Of a phone the last four digits are said, enough to know whose it is. */
export function watermarkLines(
  { parts, text }: Pick<Watermark, 'parts' | 'text'>,
  words: Readonly<Record<WatermarkPart, string | null | undefined>>,
): string[] {
  const said = (names: readonly WatermarkPart[]): string =>
    names
      .filter((name) => parts.includes(name))
      .map((name) => (name === 'phone' ? words.phone?.slice(-4) : words[name]))
      .filter((word) => word)
      .join(' ');
  return [text, said(['enterprise']), said(['name', 'login', 'phone']), said(['time'])].filter((line) => line !== '');
}
