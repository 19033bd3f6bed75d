import { isSkinId, type SkinId } from '@formwork/ui/skins.ts';
import { useAppearance } from './appearance/appearance.ts';
import { kept } from './kept.ts';
import { observed } from './observed.ts';

const storageKey = 'skin';
const own = observed<SkinId | undefined>(isSkinId(kept.read(storageKey)) ? (kept.read(storageKey) as SkinId) : undefined);

export function setSkin(next: SkinId): void {
  kept.write(storageKey, next);
  own.set(next);
}

/** What the person chose, where the enterprise lets them; else the enterprise's skin. */
export function useSkinChoice(): SkinId {
  const { theme } = useAppearance();
  const chosen = own.use();
  return theme.ownChoice ? (chosen ?? theme.skin) : theme.skin;
}
