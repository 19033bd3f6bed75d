import type { HueName } from '@formwork/contract/hues/hues.ts';
import { restKey } from '../data/grid.ts';
import type { Bound, Scene } from '../scene.ts';

/** The colour of a key: chosen for this chart, the option's own, or the next in turn; what is left over is grey. */
export function colourOf(scene: Scene, bound: Bound | undefined, key: string | null, at: number): string {
  const { skin, settings } = scene;
  const chosen = settings.look.hues?.[key ?? ''];
  const named = chosen ?? (key === restKey ? 'grey' : (bound?.column.hues?.[key ?? ''] ?? bound?.use.hue));
  return named ? hue(scene, named) : skin.series[at % skin.series.length]!;
}

export function hue({ skin }: Scene, name: HueName): string {
  return skin.hues[name].solid;
}

/** Words on a filled mark: the solids of a dark skin are light. */
export function inkOnSolid({ skin }: Scene): string {
  return skin.dark ? '#131417' : '#ffffff';
}

/** From the seventh series on colour alone does not tell them apart: lines also differ in how they are drawn. */
export function dashOf(at: number, count: number): 'solid' | 'dashed' | 'dotted' {
  if (count < 7) return 'solid';
  return (['solid', 'dashed', 'dotted'] as const)[Math.floor(at / 3) % 3]!;
}

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'roundRect', 'arrow'];
export function symbolOf(at: number, count: number): string {
  return count < 7 ? 'circle' : symbols[at % symbols.length]!;
}
