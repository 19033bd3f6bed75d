/** Text of people in a picture, whatever stands in it. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** About how wide a text is: signs of Chinese are as wide as they are high, others about half. */
export function widthOf(text: string, size: number): number {
  let em = 0;
  for (const sign of text) em += sign.codePointAt(0)! > 0x2e7f ? 1 : /[A-Z0-9@%]/.test(sign) ? 0.62 : 0.54;
  return em * size;
}

/** What of a text fits, with three dots where it does not. */
export function fitted(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text;
  const signs = [...text];
  let low = 0;
  let high = signs.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${signs.slice(0, middle).join('')}…`, size) <= room) low = middle;
    else high = middle - 1;
  }
  return `${signs.slice(0, low).join('')}…`;
}

/** A text in lines of a width, at most so many. */
export function linesOf(text: string, size: number, room: number, most: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/\r?\n/)) {
    let line = '';
    // between any two signs of Chinese, else between words
    for (const word of part.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/gu) ?? ['']) {
      if (line !== '' && widthOf(line + word.trimEnd(), size) > room) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += word;
    }
    lines.push(line.trimEnd());
  }
  if (lines.length <= most) return lines.map((line) => fitted(line, size, room));
  return [
    ...lines.slice(0, most - 1).map((line) => fitted(line, size, room)),
    fitted(`${lines[most - 1] ?? ''} …………`, size, room),
  ];
}

/** Whoever writes the PDF draws the border of a text over it, whatever is asked for: it becomes a text of its own below. */
export function bordersBelow(svg: string): string {
  return svg.replaceAll(
    /<text\b([^>]*\spaint-order="stroke"[^>]*)>([^]*?)<\/text>/g,
    (_, look: string, words: string) => {
      const [border, fill] = [
        look.replace(/\sfill="[^"]*"/, ' fill="none"'),
        look.replace(/\sstroke(-\w+)?="[^"]*"/g, ''),
      ];
      return `<text${border}>${words}</text><text${fill}>${words}</text>`;
    },
  );
}

export interface TextLook {
  size: number;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  weight?: number;
}

export function textAt(
  x: number,
  y: number,
  text: string,
  { size, fill, anchor = 'start', weight = 400 }: TextLook,
): string {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${weight === 400 ? '' : ` font-weight="${weight}"`}>${escaped(text)}</text>`;
}

export const round = (value: number): number => Math.round(value * 10) / 10;
