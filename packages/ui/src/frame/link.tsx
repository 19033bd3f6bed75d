import { createContext, useContext, type AnchorHTMLAttributes, type ComponentType, type RefAttributes } from 'react';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & RefAttributes<HTMLAnchorElement> & { href: string };

/** The router's link component; a plain anchor where there is no router. */
export const LinkComponent = createContext<ComponentType<LinkProps> | 'a'>('a');

export function Link(props: LinkProps) {
  const Anchor = useContext(LinkComponent);
  return <Anchor {...props} />;
}
