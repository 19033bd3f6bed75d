import { fullNumber } from '../look/numbers.ts';
import type { Bound, Scene } from '../scene.ts';
import type { ChartOption } from '../option.ts';

export interface TipLine {
  colour?: string | undefined;
  name: string;
  value: string;
}

/** What ECharts hands to a formatter, as far as ours read it. */
export interface TipParam {
  seriesIndex: number;
  dataIndex: number;
  name: string;
  color: unknown;
  value: unknown;
  data: unknown;
  percent?: number;
  dataType?: string;
}

/** A formatter's text becomes HTML as it is, so all words pass `escaped`; the colour is an SVG, which needs no style. */
export function tipOption(
  { skin }: Scene,
  trigger: 'item' | 'axis',
  lines: (params: TipParam[]) => { title: string; lines: TipLine[] },
): ChartOption {
  const { ink, font } = skin;
  return {
    tooltip: {
      trigger,
      confine: true,
      backgroundColor: ink.raised,
      borderColor: ink.line,
      padding: [6, 10],
      textStyle: { color: ink.text, fontFamily: font, fontSize: 12 },
      axisPointer: { type: trigger === 'axis' ? 'shadow' : 'none', shadowStyle: { color: ink.lineSoft, opacity: 0.4 } },
      formatter: (given: TipParam | TipParam[]) => {
        const { title, lines: shown } = lines(Array.isArray(given) ? given : [given]);
        return tipHtml(title, shown);
      },
    },
  };
}

export function tipHtml(title: string, lines: readonly TipLine[]): string {
  const head = title === '' ? '' : `<div class="fw-tip-title">${escaped(cut(title))}</div>`;
  return `<div class="fw-tip">${head}${lines.map(lineHtml).join('')}</div>`;
}

function lineHtml({ colour, name, value }: TipLine): string {
  const dot = colour
    ? `<svg width="8" height="8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${escaped(colour)}"/></svg>`
    : '';
  return `<div class="fw-tip-line">${dot}<span>${escaped(cut(name))}</span><b>${escaped(value)}</b></div>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** The value with all its digits, or a dash. */
export function tipValue({ skin }: Scene, value: number | string | null | undefined, bound: Bound | undefined): string {
  const { as, ...format } = bound?.column.format ?? {};
  return fullNumber(value ?? null, skin.locale, as === 'percent' ? { ...format, as } : format) || '\u2013';
}
