import { isSkinId, type SkinId } from '@formwork/ui/skins.ts';
import { useSyncExternalStore } from 'react';
import { kept } from './kept.ts';

const storageKey = 'skin';
const listeners = new Set<() => void>();
let skin: SkinId = isSkinId(kept.read(storageKey)) ? (kept.read(storageKey) as SkinId) : 'white';

export function setSkin(next: SkinId): void {
  skin = next;
  kept.write(storageKey, next);
  for (const listener of listeners) listener();
}

export function useSkinChoice(): SkinId {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => skin,
  );
}
