import * as library from 'echarts';
import type { ChartOption } from '../option.ts';

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

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [100, 20],
      [120, 20],
      [120, 40],
      [100, 40],
      [100, 20],
    ],
  ],
};
registerMap('world', {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { name: 'China' }, geometry: square }],
});

/** The option as ECharts draws it without a browser. */
export function svgOf(option: ChartOption, width = 640, height = 360): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
