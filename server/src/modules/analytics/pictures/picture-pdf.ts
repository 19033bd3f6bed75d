import layoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import pdfDocument, { type PdfNode } from 'pdfmake/js/PDFDocument.js';
import renderer from 'pdfmake/js/Renderer.js';
import svgMeasure from 'pdfmake/js/SVGMeasure.js';
import type { Picture, PicturePart } from './picture.ts';
import { partSvg, tableIn, type Drawer } from './part-svg.ts';
import { bandsOf, drawerOf, sheet } from './picture-svg.ts';
import { bordersBelow, fitted, round, textAt } from './svg-text.ts';

// A4 lying on its side
const size = { width: 841.89, height: 595.28 };
const margin = 28;
const headHeight = 30;
const footHeight = 18;
const room = { width: size.width - 2 * margin, height: size.height - 2 * margin - headHeight - footHeight };

/** Pictures as lines, not as dots: sharp at any size. No chart is cut, one that is too high for a sheet is made smaller. */
export async function picturePdf(picture: Picture, fonts: { normal: string; bold: string }): Promise<Buffer> {
  const sheets = sheetsOf(picture);
  const content: PdfNode[] = sheets.map((svg, at) => ({
    svg: bordersBelow(svg),
    ...size,
    font: 'Hans',
    ...(at > 0 && { pageBreak: 'before' }),
  }));
  const pdf = new pdfDocument.default(
    { Hans: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } },
    {},
    {},
    {},
    {
      autoFirstPage: false,
      compress: true,
      pdfVersion: '1.3',
      font: null,
      info: { Title: picture.title, Producer: 'Formwork', Creator: 'Formwork' },
    },
    null,
    (file) => file === fonts.normal || file === fonts.bold,
  );
  const none = () => '';
  const builder = new layoutBuilder.default(size, { top: 0, right: 0, bottom: 0, left: 0 }, new svgMeasure.default());
  new renderer.default(pdf).renderPages(
    builder.layoutDocument(content, pdf, {}, { font: 'Hans', fontSize: 10 }, undefined, none, none),
  );
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Longer tables are for a workbook: what is left out is counted on the last sheet. */
const mostSheets = 40;

/** A table as parts of a sheet's height below each other, each with its own rows; anything else as it is. */
function grown(part: PicturePart, high: number, drawer: Drawer): PicturePart[] {
  const { content } = part;
  const whole = { ...part, h: high };
  const table = content.is === 'chart' ? tableIn(whole, drawer) : undefined;
  if (content.is !== 'chart' || !table || table.rows <= table.fits) return [part];
  const sheets = Math.min(mostSheets, Math.ceil(table.rows / table.fits));
  return Array.from({ length: sheets }, (_, at) => {
    const [from, to] = [at * table.fits, Math.min(table.rows, (at + 1) * table.fits)];
    const last = at === sheets - 1;
    // where there are more its last line says so
    const rows = { from, to: last && to < table.rows ? to - 1 : to, last };
    return { ...whole, y: at * high, content: { ...content, rows } };
  });
}

/** The sheets: bands that stand below each other go onto one as long as there is room. */
function sheetsOf(picture: Picture): string[] {
  const drawer = drawerOf(picture, 'Hans');
  const { ink } = drawer.skin;
  const scale = Math.min(1, room.width / picture.width);
  const high = room.height / scale;
  const bodies: { title: string; inner: string }[] = [];
  for (const page of picture.pages) {
    let inner = '';
    let used = 0;
    const turn = () => {
      if (inner !== '') bodies.push({ title: page.title, inner });
      [inner, used] = ['', 0];
    };
    const parts = picture.grows ? page.parts.flatMap((part) => grown(part, high, drawer)) : page.parts;
    for (const band of bandsOf(parts)) {
      // what is higher than a sheet is made as small as it takes
      const shrink = Math.min(1, high / band.height);
      const height = band.height * shrink;
      if (used > 0 && used + height > high + 1) turn();
      const made = band.parts.map((part) => partSvg({ ...part, y: part.y - band.top }, drawer)).join('');
      inner += `<g transform="translate(0 ${round(used)}) scale(${shrink.toFixed(4)})">${made}</g>`;
      used += height + 8;
    }
    turn();
  }
  if (bodies.length === 0) bodies.push({ title: '', inner: '' });
  const [w, h] = [room.width, room.height + headHeight + footHeight];
  return bodies.map(({ title, inner }, at) =>
    sheet(
      size.width,
      size.height,
      'Hans',
      `<rect width="${size.width}" height="${size.height}" fill="${ink.ground}"/><g transform="translate(${margin} ${margin})">` +
        textAt(0, 14, fitted([picture.title, title].filter(Boolean).join(' · '), 14, w * 0.66), {
          size: 14,
          fill: ink.text,
          weight: 600,
        }) +
        textAt(w, 14, fitted(picture.note, 9, w * 0.32), { size: 9, fill: ink.faint, anchor: 'end' }) +
        `<g transform="translate(0 ${headHeight}) scale(${scale.toFixed(4)})">${inner}</g>` +
        textAt(w, h - 2, `${at + 1} / ${bodies.length}`, { size: 9, fill: ink.faint, anchor: 'end' }) +
        '</g>',
    ),
  );
}
