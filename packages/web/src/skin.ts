import { frameCookie, type FrameColor } from '@formwork/contract/frame-cookie.ts';
import { isFolded, onFolded } from '@formwork/ui/frame/folded.ts';
import { cssVariables, isSkinId, skinOf, type Place, type SkinId } from '@formwork/ui/skin/skins.ts';
import { useEffect } from 'react';
import { useAppearance } from './appearance/appearance.ts';
import { setCookie } from './cookies.ts';
import { kept } from '@formwork/ui/kept.ts';
import { observed } from './observed.ts';

const storageKey = 'skin';
const own = observed<SkinId | undefined>(
  isSkinId(kept.read(storageKey)) ? (kept.read(storageKey) as SkinId) : undefined,
);

export function setSkin(next: SkinId): void {
  kept.write(storageKey, next);
  own.set(next);
}

/** Tells the server how the next page begins: what it shows before any script is there has the ground and the frame of this one. */
export function useGroundKept(skin: SkinId, primary: string | undefined): void {
  useEffect(() => {
    const keep = () => {
      // a skin that follows the device needs no word for it
      setCookie('ground', skin === 'system' ? undefined : skinOf(skin).dark ? 'dark' : 'light');
      setCookie(
        'frame',
        frameCookie({ folded: isFolded(), colors: skin === 'system' ? undefined : colorsOf(skin, primary) }),
      );
    };
    keep();
    return onFolded(keep);
  }, [skin, primary]);
}

function colorsOf(skin: SkinId, primary: string | undefined): Record<FrameColor, string> {
  const barIn = (place: Place) => skinOf(skin, { primary, place }).bar.ground;
  const painted = skinOf(skin, { primary });
  const { ground, lineSoft, side } = painted;
  return {
    ground,
    line: lineSoft,
    bone: cssVariables(painted)['--fw-press']!,
    side: side.ground,
    app: barIn('app'),
    enterprise: barIn('enterprise'),
    operator: barIn('operator'),
  };
}

/** What the person chose, where the enterprise lets them; else the enterprise's skin. */
export function useSkinChoice(): SkinId {
  const { theme } = useAppearance();
  const chosen = own.use();
  return theme.ownChoice ? (chosen ?? theme.skin) : theme.skin;
}
