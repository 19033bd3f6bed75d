import { optionOf } from '@formwork/chart/draw.ts';
import type { Drawing } from '@formwork/chart/drawn.ts';
import { facetsShown } from '@formwork/chart/facets.ts';
import { fittingSize } from '@formwork/chart/fitting-size.ts';
import type { KpiModel } from '@formwork/chart/kinds/kpi.ts';
import type { ChartSkin } from '@formwork/chart/look/skin.ts';
import { svgOf } from '@formwork/chart/ssr.ts';
import { firstFigure, plainFigure, ranked } from '@formwork/chart/own-figures.ts';
import type { TableModel } from '@formwork/chart/table-model.ts';
import type { PicturePart, RowsOfSheet } from './picture.ts';
import { escaped, fitted, linesOf, round, textAt, widthOf } from './svg-text.ts';
import type { chartTexts } from './texts.ts';

export interface Drawer {
  skin: ChartSkin;
  text: ReturnType<typeof chartTexts>;
}

const pad = 12;
const titleHeight = 30;
const noteHeight = 18;

/** A part with its frame, title and content, as an SVG of its own size. */
export function partSvg(part: PicturePart, drawer: Drawer): string {
  const { w, h, title, content } = part;
  const { ink } = drawer.skin;
  if (content.is === 'words')
    return nested(
      part,
      content.size === undefined
        ? wordsSvg(content.text, content.look, w, h, drawer)
        : saidSvg({ ...content, size: content.size }, w, h, drawer),
    );
  if (content.is === 'border') return nested(part, borderSvg(title, content, w, h, drawer));
  if (content.is === 'digits') return nested(part, digitsSvg(content, w, h, drawer));
  if (content.is === 'ranking') return nested(part, rankingSvg(content, w, h, drawer));
  if (content.is === 'image') return nested(part, imageSvg(content, w, h));
  if (content.is === 'gradient') return nested(part, gradientSvg(content, w, h));
  if (content.is === 'frame') return nested(part, frameSvg(title, content.address, w, h, drawer));
  const { drawing, notes, head, foot, room, high } = laidOut(part, content, drawer);
  const inner = drawingSvg(content, drawing, room, high, drawer);
  return nested(
    part,
    (content.bare
      ? ''
      : `<rect width="${round(w)}" height="${round(h)}" rx="6" fill="${ink.raised}" stroke="${ink.lineSoft}"/>`) +
      (head > 0
        ? textAt(pad, pad + 14, fitted(title, 14, w - 2 * pad), { size: 14, fill: ink.text, weight: 600 })
        : '') +
      `<svg x="${pad}" y="${pad + head}" width="${round(room)}" height="${round(high)}">${inner}</svg>` +
      (foot > 0 ? textAt(pad, h - pad + 2, fitted(notes.join(' '), 11, room), { size: 11, fill: ink.faint }) : ''),
  );
}

/** Of a table: how many rows it has, and how many there is room for. */
export function tableIn(part: PicturePart, drawer: Drawer): { rows: number; fits: number } | undefined {
  if (part.content.is !== 'chart') return undefined;
  const { drawing, room, high } = laidOut(part, part.content, drawer);
  if (drawing.state !== 'table') return undefined;
  const { rows, head } = drawing.table;
  const lines = Math.max(2, Math.floor(high / rowHeight) - head.length);
  // a line stays for what is said of columns that have no room
  const all = columnsOf(drawing.table);
  return { rows: rows.length, fits: placesOf(drawing.table, all, rows, room).length > all ? lines : lines - 1 };
}

/** The room within the frame, the title and the notes. */
function laidOut({ w, h, title }: PicturePart, { result, settings }: ChartContent, drawer: Drawer) {
  const head = title === '' ? 0 : titleHeight;
  const drawing = optionOf(result, settings, sized(drawer.skin, w - 2 * pad, h - head - 2 * pad));
  const notes = drawing.notes.map((note) =>
    drawer.text(`charts.note.${note}`, {
      shown: result.rows.length,
      all: result.cutFrom ?? result.rows.length,
      facets: facetsShown(settings.slots.facet?.[0]),
    }),
  );
  const foot = notes.length > 0 ? noteHeight : 0;
  return { drawing, notes, head, foot, room: Math.max(40, w - 2 * pad), high: Math.max(40, h - head - foot - 2 * pad) };
}

type Content<Is extends PicturePart['content']['is']> = Extract<PicturePart['content'], { is: Is }>;
type ChartContent = Content<'chart'>;
type DigitsContent = Content<'digits'>;
type RankingContent = Content<'ranking'>;
type BorderContent = Content<'border'>;
type Said = Content<'words'> & { size: number };

function drawingSvg(
  { settings, result, rows }: ChartContent,
  first: Drawing,
  w: number,
  h: number,
  drawer: Drawer,
): string {
  const { text, skin } = drawer;
  // the room is known now that its notes are
  const drawing = first.state === 'option' ? optionOf(result, settings, sized(skin, w, h)) : first;
  switch (drawing.state) {
    case 'option':
      return withoutHead(
        svgOf(drawing, { width: Math.round(w), height: Math.round(h), locale: skin.locale === 'zh-CN' ? 'ZH' : 'EN' }),
      );
    case 'kpi':
      return kpiSvg(drawing.kpi, w, h, drawer);
    case 'table':
      return tableSvg(drawing.table, w, h, drawer, rows);
    case 'empty':
      return sayIn(text(`charts.empty.${drawing.code}`), '', w, h, drawer);
    case 'refused':
      return sayIn(text(`charts.refusal.${drawing.code}`), (drawing.fields ?? []).join(', '), w, h, drawer);
    case 'incomplete':
      return sayIn(text('charts.state.incomplete'), '', w, h, drawer);
  }
}

/** ECharts names its clips alike in every picture: within another one they must not meet. */
let pictures = 0;
let gradients = 0;
function withoutHead(svg: string): string {
  pictures += 1;
  const mark = `p${pictures}`;
  return svg.replaceAll(/\bzr\d*-c(lip)?(\d+)/g, (name) => `${mark}-${name}`);
}

function sized(skin: ChartSkin, width: number, height: number): ChartSkin {
  return { ...skin, width: Math.max(40, Math.round(width)), height: Math.max(40, Math.round(height)) };
}

function nested({ x, y, w, h }: PicturePart, inner: string): string {
  return `<svg x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}">${inner}</svg>`;
}

function sayIn(title: string, hint: string, w: number, h: number, { skin }: Drawer): string {
  const lines = linesOf(title, 13, w - 16, 3);
  const top = h / 2 - (lines.length - 1) * 9;
  return (
    lines
      .map((line, at) => textAt(w / 2, top + at * 18, line, { size: 13, fill: skin.ink.quiet, anchor: 'middle' }))
      .join('') +
    (hint === ''
      ? ''
      : textAt(w / 2, top + lines.length * 18 + 4, fitted(hint, 12, w - 16), {
          size: 12,
          fill: skin.ink.faint,
          anchor: 'middle',
        }))
  );
}

/** One that repeats is as wide as the stage here: a picture is not measured before it is drawn. */
function imageSvg({ src, fit }: Content<'image'>, w: number, h: number): string {
  const ratio = fit === 'cover' || fit === 'repeat' ? 'xMidYMid slice' : 'xMidYMid meet';
  return `<image href="${escaped(src)}" width="${round(w)}" height="${round(h)}" preserveAspectRatio="${ratio}"/>`;
}

/** The line of CSS's gradient: through the middle, and so long that the corners have the pure colours. */
function gradientSvg({ from, to, angle }: Content<'gradient'>, w: number, h: number): string {
  gradients += 1;
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const half = (Math.abs(w * sin) + Math.abs(h * cos)) / 2;
  const [x, y] = [half * sin, -half * cos];
  const line = `x1="${round(w / 2 - x)}" y1="${round(h / 2 - y)}" x2="${round(w / 2 + x)}" y2="${round(h / 2 + y)}"`;
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const id = `ground${gradients}`;
  return (
    `<defs><linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${line}>${stops}</linearGradient></defs>` +
    `<rect width="${round(w)}" height="${round(h)}" fill="url(#${id})"/>`
  );
}

/** Its title and where it is. */
function frameSvg(title: string, address: string, w: number, h: number, drawer: Drawer): string {
  const { ink } = drawer.skin;
  return (
    `<rect width="${round(w)}" height="${round(h)}" rx="6" fill="${ink.raised}" stroke="${ink.lineSoft}"/>` +
    (title === ''
      ? ''
      : textAt(pad, pad + 14, fitted(title, 14, w - 2 * pad), { size: 14, fill: ink.text, weight: 600 })) +
    sayIn(drawer.text('charts.frame'), address, w, h, drawer)
  );
}

function wordsSvg(
  words: string,
  look: 'title' | 'text' | 'note' = 'text',
  w: number,
  h: number,
  { skin }: Drawer,
): string {
  const size = { title: 20, text: 14, note: 12 }[look];
  const lines = linesOf(words, size, w - 8, Math.max(1, Math.floor(h / (size * 1.5))));
  return lines
    .map((line, at) =>
      textAt(4, size * (1.2 + at * 1.5), line, {
        size,
        fill: look === 'note' ? skin.ink.faint : skin.ink.text,
        weight: look === 'title' ? 600 : 400,
      }),
    )
    .join('');
}

/** Words of one size, in the middle of their height. */
function saidSvg({ text, size, align = 'start', hue }: Said, w: number, h: number, { skin }: Drawer): string {
  const lines = linesOf(text, size, w - 8, Math.max(1, Math.floor(h / (size * 1.3))));
  const top = h / 2 - ((lines.length - 1) * size * 1.3) / 2 + size * 0.35;
  const fill = hue ? skin.hues[hue].solid : skin.ink.text;
  const [x, anchor] = { start: [4, 'start'], center: [w / 2, 'middle'], end: [w - 4, 'end'] }[align] as [
    number,
    'start' | 'middle' | 'end',
  ];
  return lines.map((line, at) => textAt(x, top + at * size * 1.3, line, { size, fill, anchor })).join('');
}

/** As they stand on the screen, without plates. */
function digitsSvg({ settings, result, size, hue }: DigitsContent, w: number, h: number, drawer: Drawer): string {
  const { locale } = drawer.skin;
  const { value, format, unit = '' } = firstFigure(settings, result) ?? {};
  const figure = value === undefined ? '—' : plainFigure(value, locale, format);
  const fits = fittingSize(figure + unit, { size, w });
  const left = (w - widthOf(figure, fits) - (unit === '' ? 0 : fits * 0.3 + widthOf(unit, fits * 0.45))) / 2;
  const base = h / 2 + fits * 0.35;
  const fill = hue ? drawer.skin.hues[hue].solid : drawer.skin.ink.text;
  return (
    textAt(left, base, figure, { size: fits, fill, weight: 600 }) +
    (unit === '' ? '' : textAt(left + widthOf(figure, fits) + fits * 0.3, base, unit, { size: fits * 0.45, fill }))
  );
}

/** The first groups with their place, name, figure and a bar as long as it. */
function rankingSvg(
  { settings, result, rows, hue = 'blue' }: RankingContent,
  w: number,
  h: number,
  drawer: Drawer,
): string {
  const { skin } = drawer;
  const lines = ranked(settings, result, skin).slice(0, rows);
  const most = Math.max(...lines.map(({ value }) => value), 0) || 1;
  const [room, high, size] = [w - 16, h / Math.max(1, lines.length), 15];
  const fill = skin.hues[hue].solid;
  return lines
    .map(({ name, value, format }, at) => {
      const base = at * high + high / 2 + 1;
      const figure = plainFigure(value, skin.locale, format);
      const long = (Math.max(0, value) / most) * room;
      const bar = (width: number, look: string) =>
        `<rect x="8" y="${round(base + 6)}" width="${round(width)}" height="6" rx="3" ${look}/>`;
      return (
        textAt(8, base, String(at + 1), { size, fill, weight: 600 }) +
        textAt(46, base, fitted(name, size, room - 54 - widthOf(figure, size)), { size, fill: skin.ink.text }) +
        textAt(w - 8, base, figure, { size, fill: skin.ink.text, anchor: 'end' }) +
        bar(room, `fill="${skin.ink.text}" fill-opacity="0.1"`) +
        (long > 0 ? bar(long, `fill="${fill}"`) : '')
      );
    })
    .join('');
}

function borderSvg(
  title: string,
  { look, hue = 'blue' }: BorderContent,
  w: number,
  h: number,
  { skin }: Drawer,
): string {
  const colour = skin.hues[hue].solid;
  const box = (inset: number, more: string) =>
    `<rect x="${inset}" y="${inset}" width="${round(Math.max(1, w - 2 * inset))}" height="${round(Math.max(1, h - 2 * inset))}" stroke="${colour}" ${more}/>`;
  const frame =
    box(0.5, `rx="${look === 'glow' ? 8 : 0}" fill="${colour}" fill-opacity="0.05" stroke-opacity="0.45"`) +
    (look === 'double' ? box(7.5, 'fill="none" stroke-opacity="0.3"') : '') +
    (look === 'corners'
      ? `<path d="M1.5 19V1.5H19M${round(w - 19)} ${round(h - 1.5)}H${round(w - 1.5)}V${round(h - 19)}" fill="none" stroke="${colour}" stroke-width="3"/>`
      : '');
  return title === ''
    ? frame
    : frame + textAt(14, 28, fitted(title, 18, w - 28), { size: 18, fill: skin.ink.text, weight: 600 });
}

/** The figure in the middle, below it what it was and should be, and the way here as a line. */
function kpiSvg(kpi: KpiModel, w: number, h: number, { skin, text }: Drawer): string {
  const { ink } = skin;
  const tones = { good: ink.good, warn: ink.warn, bad: ink.bad, calm: ink.quiet };
  const size = Math.max(18, Math.min(56, h * 0.34, (w - 16) / Math.max(1, widthOf(kpi.text + kpi.unit, 1))));
  const below = [
    ...(kpi.change
      ? [
          `${{ up: '↑', down: '↓', same: '→' }[kpi.change.direction]} ${text(`charts.kpi.${kpi.change.direction}`, {
            change: kpi.change.text,
            since: kpi.change.since,
          })}`,
        ]
      : []),
    ...(kpi.target ? [`${kpi.target.title} ${kpi.target.text}`] : []),
  ];
  const middle = h / 2 - (below.length * 20 + (kpi.spark.length > 1 ? 24 : 0)) / 2 + size * 0.35;
  const fill = kpi.tone ? tones[kpi.tone] : ink.text;
  const unitSize = Math.round(size * 0.4);
  const figureWidth = widthOf(kpi.text, size);
  const left = (w - figureWidth - (kpi.unit === '' ? 0 : widthOf(kpi.unit, unitSize) + 6)) / 2;
  return (
    textAt(left, middle, kpi.text, { size: Math.round(size), fill, weight: 600 }) +
    (kpi.unit === '' ? '' : textAt(left + figureWidth + 6, middle, kpi.unit, { size: unitSize, fill: ink.quiet })) +
    below
      .map((line, at) =>
        textAt(w / 2, middle + 24 + at * 20, fitted(line, 13, w - 16), {
          size: 13,
          fill: at === 0 && kpi.change?.good !== undefined ? (kpi.change.good ? ink.good : ink.bad) : ink.quiet,
          anchor: 'middle',
        }),
      )
      .join('') +
    sparkSvg(kpi.spark, w, middle + 24 + below.length * 20, ink.primary)
  );
}

function sparkSvg(values: KpiModel['spark'], w: number, top: number, stroke: string): string {
  const figures = values.filter((value) => value !== null);
  if (figures.length < 2) return '';
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const wide = Math.min(w - 16, 240);
  const x = (at: number) => (w - wide) / 2 + (at / (values.length - 1)) * wide;
  const y = (value: number) => top + 20 - ((value - low) / (high - low || 1)) * 18;
  let way = '';
  values.forEach((value, at) => {
    if (value !== null) way += `${way === '' || values[at - 1] === null ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`;
  });
  return `<path d="${way}" fill="none" stroke="${stroke}" stroke-width="1.5"/>`;
}

const rowHeight = 22;

/** Narrower than this a column says nothing. */
const leastWide = 48;
const mostWide = 220;

function columnsOf({ head, rows }: TableModel): number {
  return Math.max(
    head.at(-1)?.length ?? 0,
    ...rows.slice(0, 1).map(({ heads, cells }) => heads.length + cells.length),
    1,
  );
}

/** Where each column begins, as wide as what it says; those for which there is no room are left out. */
function placesOf({ head, lead, rows }: TableModel, all: number, shown: TableModel['rows'], w: number): number[] {
  const needed = Array.from({ length: all }, (_, at) => {
    const heads = (head.at(-1) ?? [])[head.at(-1)!.length === all ? at : at - lead]?.text ?? '';
    const texts = shown.map(({ heads: names, cells }) => (names[at] ?? cells[at - names.length])?.text ?? '');
    const widest = Math.max(...[heads, ...texts].map((one) => widthOf(one, 12)));
    return Math.min(mostWide, Math.max(leastWide, widest + 14));
  });
  const starts = [0];
  for (const width of needed) {
    const end = starts.at(-1)! + width;
    if (end > w && starts.length > 1) break;
    starts.push(Math.min(end, w));
  }
  const spare = (w - starts.at(-1)!) / (starts.length - 1);
  return rows.length === 0 ? starts : starts.map((start, at) => start + spare * at);
}

/** As many rows and columns as there is room for; how many are left out is said. */
function tableSvg(table: TableModel, w: number, h: number, { skin, text }: Drawer, part?: RowsOfSheet): string {
  const { head, lead, rows } = table;
  const { ink } = skin;
  const all = columnsOf(table);
  const fits = Math.max(1, Math.floor(h / rowHeight) - head.length);
  const whole = placesOf(table, all, rows.slice(0, fits), w).length > all;
  const few = rows.length > fits || (!whole && rows.length === fits) ? rows.slice(0, Math.max(0, fits - 1)) : rows;
  const shown = part ? rows.slice(part.from, part.to) : few;
  // columns stand at one place on all sheets
  const starts = placesOf(table, all, part ? rows : shown, w);
  const until = part ? part.to : shown.length;
  const most = starts.length - 1;
  const line = (y: number, strong: boolean) =>
    `<path d="M0 ${round(y)}H${round(w)}" stroke="${strong ? ink.line : ink.lineSoft}"/>`;
  const cell = (
    place: number,
    span: number,
    y: number,
    words: string,
    look: { fill: string; weight?: number; figure: boolean },
  ) => {
    if (place >= most) return '';
    const [from, to] = [starts[place]!, starts[Math.min(place + span, most)]!];
    return textAt(look.figure ? to - 6 : from + 6, y + 15, fitted(words, 12, to - from - 12), {
      size: 12,
      fill: look.fill,
      anchor: look.figure ? 'end' : 'start',
      ...(look.weight !== undefined && { weight: look.weight }),
    });
  };
  let made = '';
  head.forEach((cells, level) => {
    let place = level === 0 ? 0 : lead;
    if (cells.length === all) place = 0;
    for (const one of cells) {
      const span = one.span ?? 1;
      const figure = place >= lead && !one.words;
      made += cell(place, span, level * rowHeight, one.text, { fill: ink.quiet, weight: 600, figure });
      place += span;
    }
  });
  made += line(head.length * rowHeight, true);
  const tones = { good: ink.good, warn: ink.warn, bad: ink.bad, calm: ink.quiet };
  shown.forEach((row, at) => {
    const y = (head.length + at) * rowHeight;
    let place = 0;
    const weight = row.total ? 600 : 400;
    for (const one of row.heads) {
      made += cell(place, one.span ?? 1, y, one.text, { fill: ink.text, weight, figure: false });
      place += one.span ?? 1;
    }
    for (const one of row.cells) {
      const fill = one.tone ? tones[one.tone] : ink.text;
      made += cell(place, 1, y, one.text, { fill, weight, figure: !one.words });
      place += 1;
    }
    made += line(y + rowHeight, false);
  });
  const left = [
    ...(until < rows.length && part?.last !== false
      ? [text('charts.note.cut', { shown: until, all: rows.length })]
      : []),
    ...(most < all ? [text('charts.note.columns', { shown: most, all })] : []),
  ];
  if (left.length > 0)
    made += textAt(6, (head.length + shown.length) * rowHeight + 15, fitted(left.join(' '), 11, w - 12), {
      size: 11,
      fill: ink.faint,
    });
  return made;
}
