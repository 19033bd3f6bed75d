import { measure, type KindSpec } from '../drawn.ts';
import { shareText } from '../look/numbers.ts';
import { baseOption } from '../parts/axes.ts';
import type { CustomApi } from '../parts/custom.ts';
import { lastFigure } from '../parts/last-figure.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import { boundIn } from '../scene.ts';

/** A round glass filled as far as the figure reaches its target; without a target the figure is the share itself. */
export const liquid: KindSpec = {
  slots: { y: measure(1), target: measure(0) },
  engine: 'rare',
  mostRows: 10_000,
  draw(scene) {
    const [value, target] = [boundIn(scene, 'y')!, boundIn(scene, 'target')];
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const figure = lastFigure(scene, value);
    const whole = target ? lastFigure(scene, target) : 1;
    if (figure === null || whole === null || whole === 0) return { state: 'empty', code: 'no_figures' };
    const { skin } = scene;
    const share = figure / whole;
    if (share < 0) return { state: 'refused', code: 'negative', propose: 'kpi' };
    if (share > 1) scene.notes.add('bounds');
    const colour = tonedColour(scene, value.use.id, figure) ?? skin.hues.blue.solid;
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', () => ({
          title: value.title,
          lines: [
            { name: value.title, value: tipValue(scene, figure, value) },
            ...(target ? [{ name: target.title, value: tipValue(scene, whole, target) }] : []),
          ],
        })),
        series: [
          {
            type: 'custom',
            coordinateSystem: 'none',
            data: [{ value: share, keys: {} }],
            renderItem(_params: unknown, api: CustomApi) {
              const [cx, cy] = [api.getWidth() / 2, api.getHeight() / 2];
              const r = Math.min(cx, cy) - 8;
              if (r < 8) return null;
              const level = cy + r - 2 * r * Math.min(1, share);
              const text = shareText(share, skin.locale);
              return {
                type: 'group',
                children: [
                  {
                    type: 'circle',
                    shape: { cx, cy, r },
                    style: { fill: skin.ink.lineSoft, stroke: colour, lineWidth: 2 },
                  },
                  {
                    type: 'polygon',
                    shape: { points: wave(cx, cy, r, level) },
                    style: { fill: colour, opacity: 0.85 },
                    clipPath: { type: 'circle', shape: { cx, cy, r: r - 4 } },
                  },
                  {
                    type: 'text',
                    style: {
                      x: cx,
                      y: cy,
                      text,
                      fill: skin.ink.text,
                      stroke: skin.ink.ground,
                      lineWidth: 3,
                      font: `600 ${sizeIn(r, text)}px ${skin.font}`,
                      align: 'center',
                      verticalAlign: 'middle',
                    },
                  },
                ],
              };
            },
          },
        ],
      },
    };
  },
};

/** A third of the glass, less where so many signs would not stay within it. */
function sizeIn(r: number, text: string): number {
  return Math.max(8, Math.round(Math.min(Math.max(14, r / 3), (2.8 * r) / text.length)));
}

/** The surface is a gentle wave that stands still: motion would cost a frame each time it moves. */
function wave(cx: number, cy: number, r: number, level: number): [number, number][] {
  const height = Math.min(6, r / 12);
  const top = Array.from({ length: 41 }, (_empty, at): [number, number] => {
    const x = cx - r + (2 * r * at) / 40;
    return [x, level + Math.sin((at / 40) * Math.PI * 4) * height];
  });
  return [...top, [cx + r, cy + r], [cx - r, cy + r]];
}
