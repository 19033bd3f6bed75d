import type { Drawn } from '../drawn.ts';
import { shareText } from '../look/numbers.ts';
import { isNarrow } from '../look/skin.ts';
import { boundIn, type Scene } from '../scene.ts';
import { baseOption, legendFor } from './axes.ts';
import { colourOf } from './colours.ts';
import { partsOf } from './parts-of-whole.ts';
import { tipOption, tipValue } from './tip.ts';
import { tonedColour } from './tones.ts';

/** Pie, ring and rose; the radii are those of a wide and of a narrow place. */
export function drawPie(scene: Scene, radii: { wide: string[]; narrow: string[] }, rose: boolean): Drawn {
  const found = partsOf(scene);
  if ('drawn' in found) return found.drawn;
  const { parts } = found;
  const { skin, settings } = scene;
  const x = boundIn(scene, 'x');
  const measure = boundIn(scene, 'y');
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const narrow = isNarrow(skin);
  const legend = legendFor(
    scene,
    parts.map(({ label }) => label),
  );
  const fill = (key: string | null, value: number, at: number) =>
    tonedColour(scene, measure!.use.id, value) ?? colourOf(scene, x, key, at);
  const words = (at: number) => {
    const { label, value } = parts[at]!;
    return `${label.length > 12 ? `${label.slice(0, 12)}…` : label}${narrow ? '\n' : ' '}${shareText(value / sum, skin.locale)}`;
  };
  return {
    state: 'option',
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => {
        const part = parts[param!.dataIndex]!;
        const value = `${tipValue(scene, part.value, measure)} (${shareText(part.value / sum, skin.locale)})`;
        return {
          title: '',
          lines: [{ colour: fill(part.key, part.value, param!.dataIndex), name: part.label, value }],
        };
      }),
      ...(legend.legend && { legend: legend.legend }),
      series: [
        {
          type: 'pie',
          name: measure?.title,
          radius: narrow ? radii.narrow : radii.wide,
          center: [legend.right > 0 ? '40%' : '50%', legend.bottom > 0 ? '46%' : '50%'],
          ...(rose && { roseType: 'radius' }),
          stillShowZeroSum: false,
          avoidLabelOverlap: true,
          label: {
            show: settings.look.labels ?? true,
            color: skin.ink.text,
            fontSize: 11,
            formatter: ({ dataIndex }: { dataIndex: number }) => words(dataIndex),
          },
          labelLayout: { hideOverlap: true },
          labelLine: { length: 8, length2: 8, lineStyle: { color: skin.ink.line } },
          data: parts.map(({ key, label, value }, at) => ({
            name: label,
            value,
            keys: { [x!.use.id]: key },
            itemStyle: { color: fill(key, value, at), borderColor: skin.ink.ground, borderWidth: 1 },
          })),
        },
      ],
    },
  };
}
