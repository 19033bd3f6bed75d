import { kept } from '../kept.ts';

const key = 'fw.navigation.folded';

/** Whether the person keeps the side navigation folded. */
export function isFolded(): boolean {
  return kept.read(key) === '1';
}

export function keepFolded(folded: boolean): void {
  kept.write(key, folded ? '1' : '0');
  for (const listener of listeners) listener();
}

export function onFolded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<() => void>();
