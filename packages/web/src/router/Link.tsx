import type { LinkProps } from '@formwork/ui/link.tsx';
import { useRouter } from './page-context.ts';

/** A link to a path of the product: the space stands in front already, so that a new tab opens the same. */
export function Link({ href, ...rest }: LinkProps) {
  const router = useRouter();
  return <a {...rest} href={href.startsWith('/') ? router.hrefOf(href) : href} />;
}
