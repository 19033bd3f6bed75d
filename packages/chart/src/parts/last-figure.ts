import { numberAt, type Bound, type Scene } from '../scene.ts';

/** Of several rows the last that has one: with time along the rows that is the figure of now. */
export function lastFigure(scene: Scene, bound: Bound): number | null {
  for (let at = scene.result.rows.length - 1; at >= 0; at -= 1) {
    const value = numberAt(scene, scene.result.rows[at]!, bound);
    if (value !== null) return value;
  }
  return null;
}
