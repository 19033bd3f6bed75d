import type { LinkProps } from '@formwork/ui/frame/link.tsx';
import type { MouseEvent } from 'react';
import { followClick } from './links.ts';
import { useRouter } from './page-context.ts';

/**
 * A link to a path of the product: the space stands in front already, so that a new tab opens the same. It follows clicks by
 * itself, because menus keep theirs from the document.
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const clicked = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    followClick(router, event.nativeEvent, event.currentTarget);
  };
  return <a {...rest} href={href.startsWith('/') ? router.hrefOf(href) : href} onClick={clicked} />;
}
