import { measure, type KindSpec } from '../drawn.ts';
import { ownNumber, tickNumber } from '../look/numbers.ts';
import { baseOption } from '../parts/axes.ts';
import { hue } from '../parts/colours.ts';
import { lastFigure } from '../parts/last-figure.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import { boundIn, type Scene } from '../scene.ts';

/** A figure on a dial. The dial grows where the figure lies beyond it, and that is said. */
export const gauge: KindSpec = {
  slots: { y: measure(1), target: measure(0) },
  engine: 'rare',
  mostRows: 10_000,
  draw(scene) {
    const [value, target] = [boundIn(scene, 'y')!, boundIn(scene, 'target')];
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const figure = lastFigure(scene, value);
    if (figure === null) return { state: 'empty', code: 'no_figures' };
    const { skin } = scene;
    const aim = target ? lastFigure(scene, target) : null;
    const [low, high] = boundsOf(scene, figure, aim);
    const format = value.column.format ?? {};
    const toned = tonedColour(scene, value.use.id, figure);
    const colour = toned ?? skin.hues.blue.solid;
    const room = Math.min(skin.width, skin.height);
    const bands = bandsOf(scene, low, high);
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', () => ({
          title: value.title,
          lines: [
            { name: value.title, value: tipValue(scene, figure, value) },
            ...(aim === null ? [] : [{ name: target!.title, value: tipValue(scene, aim, target) }]),
          ],
        })),
        series: [
          {
            type: 'gauge',
            min: low,
            max: high,
            radius: '92%',
            center: ['50%', '56%'],
            startAngle: 210,
            endAngle: -30,
            progress: { show: bands.length === 0, width: 12, itemStyle: { color: colour } },
            axisLine: { lineStyle: { width: 12, color: bands.length > 0 ? bands : [[1, skin.ink.lineSoft]] } },
            axisTick: { show: false },
            splitNumber: 4,
            splitLine: { show: false },
            axisLabel: {
              distance: 18,
              color: skin.ink.faint,
              fontSize: 10,
              formatter: (at: number) => tickNumber(at, skin.locale, { as: format.as }),
            },
            // where bands have the colours of the dial the pointer tells by its own
            pointer: { length: '58%', width: 4, itemStyle: { color: toned ?? skin.ink.quiet } },
            anchor: { show: true, size: 8, itemStyle: { color: skin.ink.quiet } },
            title: { show: false },
            detail: {
              offsetCenter: [0, '62%'],
              color: skin.ink.text,
              fontSize: Math.max(14, Math.round(room / 11)),
              fontWeight: 600,
              formatter: () => ownNumber(figure, skin.locale, format),
            },
            data: [{ value: figure, name: value.title }],
          },
          ...(aim === null ? [] : [aimOf(scene, low, high, aim)]),
        ],
      },
    };
  },
};

function boundsOf(scene: Scene, figure: number, aim: number | null): [number, number] {
  const { low, high } = scene.settings.look;
  const bands = scene.settings.look.bands ?? [];
  const start = low ?? Math.min(0, figure);
  const end = high ?? bands.at(-1)?.to ?? roundUp(Math.max(figure, aim ?? 0, 1));
  if (figure < start || figure > end) scene.notes.add('bounds');
  return [Math.min(start, figure), Math.max(end, figure, start + 1e-9)];
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 5, 8, 10].find((factor) => factor * power >= value)! * power;
}

function bandsOf(scene: Scene, low: number, high: number): [number, string][] {
  return (scene.settings.look.bands ?? []).map((band) => [
    Math.min(1, Math.max(0, (band.to - low) / (high - low))),
    hue(scene, band.hue),
  ]);
}

/** The target as a tick across the dial. */
function aimOf({ skin }: Scene, min: number, max: number, value: number) {
  return {
    type: 'gauge',
    min,
    max,
    radius: '92%',
    center: ['50%', '56%'],
    startAngle: 210,
    endAngle: -30,
    silent: true,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { show: false },
    detail: { show: false },
    title: { show: false },
    pointer: { icon: 'rect', length: 18, width: 2, offsetCenter: [0, '-86%'], itemStyle: { color: skin.ink.text } },
    data: [{ value }],
  };
}
