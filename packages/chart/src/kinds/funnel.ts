import { anything, measure, type KindSpec } from '../drawn.ts';
import { shareText, shortNumber } from '../look/numbers.ts';
import { baseOption } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import { partsOf } from '../parts/parts-of-whole.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import { boundIn } from '../scene.ts';

/** Steps in the order of the result, each as wide as what is left, with its share of the first. */
export const funnel: KindSpec = {
  slots: { x: anything(1), y: measure(1) },
  engine: 'rare',
  mostRows: 60,
  draw(scene) {
    const found = partsOf(scene);
    if ('drawn' in found) return found.drawn;
    const { parts } = found;
    const { skin } = scene;
    const [x, value] = [boundIn(scene, 'x'), boundIn(scene, 'y')];
    const first = parts[0]!.value;
    const most = Math.max(...parts.map((part) => part.value));
    const labels = scene.settings.look.labels ?? true;
    const words = (at: number) => {
      const part = parts[at]!;
      const share = first === 0 ? '' : ` · ${shareText(part.value / first, skin.locale)}`;
      return `${part.label}  ${shortNumber(part.value, skin.locale)}${share}`;
    };
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const part = parts[param!.dataIndex]!;
          return { title: part.label, lines: [{ name: value!.title, value: tipValue(scene, part.value, value) }] };
        }),
        series: [
          {
            type: 'funnel',
            left: '4%',
            width: !labels ? '92%' : skin.width < 480 ? '60%' : '55%',
            top: 8,
            bottom: 8,
            // a step without anything is as narrow as a line, not as wide as the others
            min: 0,
            max: most,
            minSize: '1%',
            sort: 'none',
            gap: 2,
            label: {
              show: labels,
              position: 'right',
              color: skin.ink.text,
              fontSize: 11,
              formatter: ({ dataIndex }: { dataIndex: number }) => words(dataIndex),
            },
            labelLine: { show: labels, lineStyle: { color: skin.ink.line } },
            data: parts.map(({ key, label, value: figure }, at) => ({
              name: label,
              value: figure,
              keys: { [x!.use.id]: key },
              itemStyle: {
                color: tonedColour(scene, value!.use.id, figure) ?? colourOf(scene, x, key, at),
                borderWidth: 0,
              },
            })),
          },
        ],
      },
    };
  },
};
