import { styleSheetElementId, styleSheetPath } from '@formwork/contract/enterprise/style-link.ts';
import type { Route } from '@formwork/contract/routes.ts';
import { useLayoutEffect } from 'react';
import { useAppearance } from './appearance.ts';

/** The enterprise's own style sheet, as long as a page is shown that carries it. */
export function useStyleSheet(route: Route | undefined): void {
  const { styleSheet } = useAppearance();
  const carries = route?.style === true;
  // what an enterprise shows to visitors came with its sheet from the server
  const isServed = route?.id === 'share' || route?.id === 'embed';
  useLayoutEffect(() => {
    if (isServed || route === undefined) return;
    const there = document.getElementById(styleSheetElementId) as HTMLLinkElement | null;
    if (!carries || styleSheet === null) return there?.remove();
    const href = styleSheetPath(styleSheet);
    if (there?.getAttribute('href') === href) return;
    const link = there ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', id: styleSheetElementId });
    link.setAttribute('href', href);
    // behind the styles of the product, so that it has the last word
    document.head.append(link);
  }, [route, carries, isServed, styleSheet]);
}
