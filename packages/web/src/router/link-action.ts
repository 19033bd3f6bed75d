import { matchRoute } from '@formwork/contract/matcher.ts';
import type { Route } from '@formwork/contract/routes.ts';

export interface ClickedLink {
  /** Resolved address of the link. */
  url: URL;
  /** The page it stands on. */
  origin: string;
  currentPath: string;
  currentRoute: Pick<Route, 'newWindow'> | undefined;
  target: string;
  download: boolean;
  /** Ctrl, Cmd, Shift or another button than the first: the person asks for a new tab. */
  modified: boolean;
}

/**
 * browser: none of our business; load: a full page load; window: a new window; mount: in place.
 */
export type LinkAction = 'browser' | 'load' | 'window' | 'mount';

export function linkAction({
  url,
  origin,
  currentPath,
  currentRoute,
  target,
  download,
  modified,
}: ClickedLink): LinkAction {
  if (modified || download || (target !== '' && target !== '_self')) return 'browser';
  if (url.origin !== origin) return 'browser';
  if (url.hash !== '' && `${url.pathname}${url.search}` === currentPath) return 'browser';
  const match = matchRoute(url.pathname);
  if (!match) return 'browser';
  if (match.route.layout === 'index') return 'load';
  return currentRoute?.newWindow ? 'window' : 'mount';
}
