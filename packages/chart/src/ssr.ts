import * as library from 'echarts';
import type { ChartOption } from './option.ts';

/** What of ECharts is used here; its own types cannot be resolved without a bundler. */
interface Library {
  init(dom: null, theme: undefined, settings: object): Chart;
  registerMap(name: string, map: object): void;
  getMap(name: string): unknown;
}

interface Chart {
  setOption(option: ChartOption): void;
  renderToSVGString(): string;
  dispose(): void;
}

const { init, registerMap, getMap } = library as unknown as Library;

/** Boundaries that a map is drawn of, by the name that charts know them by. */
export { registerMap };

export function hasMap(name: string): boolean {
  return getMap(name) !== null && getMap(name) !== undefined;
}

/** The option as ECharts draws it without a browser; a browser draws the same of the same option. */
export function svgOf(option: ChartOption, width = 640, height = 360, locale = 'ZH'): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height, locale });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
