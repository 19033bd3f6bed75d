import { chartSkin } from '@formwork/chart/look/skin.ts';
import type { Picture, PicturePart } from './picture.ts';
import { partSvg, type Drawer } from './part-svg.ts';
import { fitted, round, textAt } from './svg-text.ts';
import { chartTexts, chartWords } from './texts.ts';

const margin = 16;
const headHeight = 48;
const pageHead = 34;

export function drawerOf({ dark, locale }: Pick<Picture, 'dark' | 'locale'>, font: string): Drawer {
  const text = chartTexts(locale);
  return { text, skin: chartSkin({ dark, locale, words: chartWords(text), font }) };
}

/** A part of the picture that is not cut by a sheet's end: parts that stand beside each other. */
export interface Band {
  top: number;
  height: number;
  parts: PicturePart[];
}

export function bandsOf(parts: readonly PicturePart[]): Band[] {
  const bands: Band[] = [];
  for (const part of parts.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = bands.at(-1);
    // two dots of an overlap are the gap between panels
    if (last && part.y < last.top + last.height - 2) {
      last.parts.push(part);
      last.height = Math.max(last.height, part.y + part.h - last.top);
    } else bands.push({ top: part.y, height: part.h, parts: [part] });
  }
  return bands;
}

/** All pages below each other, with title and note above. */
export function pictureSvg(picture: Picture, font: string): { svg: string; width: number; height: number } {
  const drawer = drawerOf(picture, font);
  const { ink } = drawer.skin;
  const width = picture.width + 2 * margin;
  let top = margin + (picture.title === '' ? 0 : headHeight);
  let made = '';
  for (const page of picture.pages) {
    if (page.title !== '') {
      made += textAt(margin, top + 20, fitted(page.title, 16, picture.width), {
        size: 16,
        fill: ink.quiet,
        weight: 600,
      });
      top += pageHead;
    }
    made += page.parts.map((part) => partSvg({ ...part, x: part.x + margin, y: part.y + top }, drawer)).join('');
    top += Math.max(0, ...page.parts.map(({ y, h }) => y + h)) + margin;
  }
  const height = Math.max(60, top);
  const head =
    picture.title === ''
      ? ''
      : textAt(margin, margin + 18, fitted(picture.title, 20, picture.width), {
          size: 20,
          fill: ink.text,
          weight: 600,
        }) + textAt(margin, margin + 38, fitted(picture.note, 12, picture.width), { size: 12, fill: ink.faint });
  return {
    width,
    height,
    svg: sheet(width, height, font, `<rect width="100%" height="100%" fill="${ink.ground}"/>${head}${made}`),
  };
}

export function sheet(width: number, height: number, font: string, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" font-family="${font}">${inner}</svg>`;
}
