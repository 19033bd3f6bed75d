import { isSkinId, type SkinId } from '@formwork/ui/skins.ts';
import { useSyncExternalStore } from 'react';
import { useAppearance } from './appearance/appearance.ts';
import { kept } from './kept.ts';

const storageKey = 'skin';
const listeners = new Set<() => void>();
let own: SkinId | undefined = isSkinId(kept.read(storageKey)) ? (kept.read(storageKey) as SkinId) : undefined;

export function setSkin(next: SkinId): void {
  own = next;
  kept.write(storageKey, next);
  for (const listener of listeners) listener();
}

/** What the person chose, where the enterprise lets them; else the enterprise's skin. */
export function useSkinChoice(): SkinId {
  const { theme } = useAppearance();
  const chosen = useSyncExternalStore(subscribe, () => own);
  return theme.ownChoice ? (chosen ?? theme.skin) : theme.skin;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
