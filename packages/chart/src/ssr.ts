import * as library from 'echarts';
import type { ChartOption } from './option.ts';
import type { ChartMap } from './result.ts';

/** What of ECharts is used here; its own types cannot be resolved without a bundler. */
interface Library {
  init(dom: null, theme: undefined, settings: object): Chart;
  registerMap(name: string, map: object): void;
}

interface Chart {
  setOption(option: ChartOption): void;
  renderToSVGString(): string;
  dispose(): void;
}

const { init, registerMap } = library as unknown as Library;

/** The option as ECharts draws it without a browser; a browser draws the same of the same option. */
export function svgOf(
  { option, needs }: { option: ChartOption; needs?: ChartMap | undefined },
  { width = 640, height = 360, locale = 'ZH' } = {},
): string {
  if (needs) registerMap(needs.name, needs.shape);
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height, locale });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
