import { linkAction } from './link-action.ts';
import type { Router } from './router.ts';

/** Takes clicks on plain anchors, wherever they stand, to the router. */
export function followLinks(router: Router, target: Document = document): () => void {
  const clicked = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (anchor) followClick(router, event, anchor);
  };
  target.addEventListener('click', clicked);
  return () => target.removeEventListener('click', clicked);
}

/** Follows a click on a link, once: a click that somebody has dealt with is left alone. */
export function followClick(router: Router, event: MouseEvent, anchor: HTMLAnchorElement): void {
  if (event.defaultPrevented || !anchor.getAttribute('href')) return;
  const { pages, active } = router.state();
  const current = pages.find((page) => page.key === active);
  const url = new URL(anchor.href);
  const action = linkAction({
    url,
    origin: location.origin,
    currentPath: location.pathname + location.search,
    currentRoute: current?.match?.route,
    target: anchor.target,
    download: anchor.hasAttribute('download'),
    modified: event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey,
  });
  if (action === 'browser') return;
  event.preventDefault();
  const path = url.pathname + url.search + url.hash;
  if (action === 'mount') void router.go(path);
  else if (action === 'load') location.assign(router.hrefOf(path));
  else window.open(router.hrefOf(path), '_blank', 'noopener');
}
