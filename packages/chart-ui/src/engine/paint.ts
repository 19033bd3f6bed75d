import { optionOf } from '@formwork/chart/draw.ts';
import type { ChartOption } from '@formwork/chart/option.ts';
import type { ChartResult } from '@formwork/chart/result.ts';
import type { CanvasProps } from '../Canvas.tsx';
import type { ChartInstance, Engine } from './engine.ts';

/** Gives the instance the option of now. Rows that stream in move without animation: it would never come to rest. */
export function paint(
  engine: Engine,
  chart: ChartInstance,
  place: HTMLElement,
  result: ChartResult,
  { settings, skin, picks, onBrush }: CanvasProps,
  streamed: boolean,
): void {
  const size = { width: place.clientWidth, height: place.clientHeight };
  if (chart.getWidth() !== size.width || chart.getHeight() !== size.height) chart.resize();
  const drawing = optionOf(result, settings, { ...skin, ...size }, picks ? { picks } : {});
  // what has become empty while rows streamed is told with the next result
  if (drawing.state !== 'option') return;
  const { option, needs } = drawing;
  delete place.dataset.atRest;
  if (needs) engine.registerMap(needs.name, needs.shape as Parameters<Engine['registerMap']>[1]);
  apply(chart, place, { ...option, ...(streamed && { animation: false }) }, onBrush !== undefined);
  place.dataset.drawn = settings.kind;
}

/** Zoom and the choices of the legend stay as long as the parts of the picture are the same. */
function apply(chart: ChartInstance, place: HTMLElement, option: ChartOption, brush: boolean): void {
  const parts = partsOf(option);
  const same = place.dataset.parts === parts;
  place.dataset.parts = parts;
  const shown = brush
    ? { ...option, brush: { toolbox: [], xAxisIndex: 0, brushLink: 'all', throttleDelay: 100 } }
    : option;
  chart.setOption(shown, same ? { replaceMerge: ['series'] } : { notMerge: true });
  if (brush)
    chart.dispatchAction({
      type: 'takeGlobalCursor',
      key: 'brush',
      brushOption: { brushType: 'lineX', brushMode: 'single' },
    });
}

function partsOf(option: ChartOption): string {
  const axes = [option.xAxis, option.yAxis].map((axis) => (Array.isArray(axis) ? axis.length : typeof axis));
  const types = (option.series as ChartOption[]).map(({ type }) => type);
  return JSON.stringify([Object.keys(option).sort(), axes, [...new Set(types)], (option.xAxis as ChartOption)?.type]);
}
