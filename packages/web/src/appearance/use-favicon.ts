import { useEffect } from 'react';
import { useAppearance } from './appearance.ts';
import { logoAddress } from './use-logo.ts';

/** The enterprise's icon in the browser's tab, ours where it has none. */
export function useFavicon(): void {
  const { logo } = useAppearance();
  const id = logo.favicon;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    link.dataset['own'] ??= link.href;
    const href = new URL(id === null ? link.dataset['own'] : logoAddress(id), link.baseURI).href;
    // set again it would be asked for again
    if (link.href === href) return;
    link.href = href;
    if (id === null) link.type = 'image/svg+xml';
    else link.removeAttribute('type');
  }, [id]);
}
