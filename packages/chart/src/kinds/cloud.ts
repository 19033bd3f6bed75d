import { placeWords, type PlacedWord } from '../cloud.ts';
import { keysOf } from '../data/grid.ts';
import { dimension, measure, type KindSpec } from '../drawn.ts';
import { baseOption } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import type { CustomApi, CustomParams } from '../parts/custom.ts';
import { hasNegative } from '../parts/parts-of-whole.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import { boundIn, keyAt, numberAt } from '../scene.ts';

const mostWords = 200;

/** Words, as large as their figure. */
export const cloud: KindSpec = {
  slots: { label: dimension(1), size: measure(1) },
  engine: 'rare',
  mostRows: 20_000,
  draw(scene) {
    const [label, size] = [boundIn(scene, 'label')!, boundIn(scene, 'size')!];
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (hasNegative(scene, [size])) return { state: 'refused', code: 'negative', propose: 'bar' };
    const sums = new Map<string | null, number>();
    for (const row of scene.result.rows) {
      const figure = numberAt(scene, row, size);
      if (figure !== null) sums.set(keyAt(row, label), (sums.get(keyAt(row, label)) ?? 0) + figure);
    }
    const all = keysOf(scene, label, size).filter(({ key }) => key !== null && (sums.get(key) ?? 0) > 0);
    const words = all
      .map(({ key, label: text }) => ({
        key,
        text: text.length > 24 ? `${text.slice(0, 24)}…` : text,
        weight: sums.get(key)!,
      }))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, mostWords);
    if (words.length < all.length) scene.notes.add('top');
    if (words.length === 0) return { state: 'empty', code: 'no_figures' };
    // the room is known only when it is drawn, and all words are placed at once
    let known: { room: string; places: Map<number, PlacedWord> } | undefined;
    const placesIn = (width: number, height: number): Map<number, PlacedWord> => {
      const room = `${width} ${height}`;
      if (known?.room !== room)
        known = { room, places: new Map(placeWords(words, width, height).map((one) => [one.at, one])) };
      return known.places;
    };
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const word = words[param!.dataIndex]!;
          return { title: word.text, lines: [{ name: size.title, value: tipValue(scene, word.weight, size) }] };
        }),
        series: [
          {
            type: 'custom',
            coordinateSystem: 'none',
            data: words.map(({ key, weight, text }) => ({ name: text, value: weight, keys: { [label.use.id]: key } })),
            renderItem({ dataIndex }: CustomParams, api: CustomApi) {
              const place = placesIn(api.getWidth(), api.getHeight()).get(dataIndex);
              if (!place) return null;
              return {
                type: 'text',
                style: {
                  x: place.x,
                  y: place.y,
                  text: words[dataIndex]!.text,
                  fill:
                    tonedColour(scene, size.use.id, words[dataIndex]!.weight) ??
                    colourOf(scene, label, words[dataIndex]!.key, dataIndex),
                  font: `${place.size}px ${scene.skin.font}`,
                  align: 'center',
                  verticalAlign: 'middle',
                },
              };
            },
          },
        ],
      },
    };
  },
};
