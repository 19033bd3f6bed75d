import type { Engine } from './engine.ts';

/** GeoJSON whose features have a `name`. */
export type Boundaries = Parameters<Engine['registerMap']>[1];

const loaders = new Map<string, () => Promise<Boundaries>>();
const arrived = new Map<string, Promise<void>>();

/** Pages that show regions say where their boundaries come from; they are loaded when a chart first needs them. */
export function registerBoundaries(name: string, load: () => Promise<Boundaries>): void {
  loaders.set(name, load);
}

/** False where nobody has registered boundaries of this name. */
export async function boundariesFor(engine: Engine, name: string): Promise<boolean> {
  const load = loaders.get(name);
  if (!load) return false;
  const coming = arrived.get(name) ?? load().then((found) => engine.registerMap(name, found));
  arrived.set(name, coming);
  try {
    await coming;
    return true;
  } catch (error) {
    arrived.delete(name);
    throw error;
  }
}
