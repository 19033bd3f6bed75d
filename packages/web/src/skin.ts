import { isSkinId, skinOf, type SkinId } from '@formwork/ui/skins.ts';
import { useEffect } from 'react';
import { useAppearance } from './appearance/appearance.ts';
import { kept } from './kept.ts';
import { observed } from './observed.ts';

const storageKey = 'skin';
const own = observed<SkinId | undefined>(isSkinId(kept.read(storageKey)) ? (kept.read(storageKey) as SkinId) : undefined);

export function setSkin(next: SkinId): void {
  kept.write(storageKey, next);
  own.set(next);
}

/** Tells the server whether the next page begins dark: what it shows before any script is there has the ground of the skin. */
export function useGroundKept(skin: SkinId): void {
  useEffect(() => {
    // a skin that follows the device needs no word for it
    document.cookie = skin === 'system' ? 'ground=; path=/; max-age=0; samesite=lax' : `ground=${skinOf(skin).dark ? 'dark' : 'light'}; path=/; max-age=31536000; samesite=lax`;
  }, [skin]);
}

/** What the person chose, where the enterprise lets them; else the enterprise's skin. */
export function useSkinChoice(): SkinId {
  const { theme } = useAppearance();
  const chosen = own.use();
  return theme.ownChoice ? (chosen ?? theme.skin) : theme.skin;
}
