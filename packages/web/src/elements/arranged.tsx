import type { ElementOf, ElementPage, GroupOf } from '@formwork/contract/console/elements.ts';
import { Children, isValidElement, type ReactNode } from 'react';
import type { PageElements } from './elements.ts';

interface ArrangedProps<P extends ElementPage, G extends GroupOf<P>> {
  of: PageElements<P>;
  group: G;
  /** Each with its element's id as its key; what has none is always there, at the end where the group has an order. */
  children: ReactNode;
  /** Of what they lie in, where they need that. */
  className?: string;
}

/** What stands in a group, as an administrator arranged it. */
export function Arranged<P extends ElementPage, G extends GroupOf<P>>({
  of,
  group,
  children,
  className,
}: ArrangedProps<P, G>) {
  const items = Children.toArray(children).map((child) => ({ id: keyOf(child) as ElementOf<P, G>, child }));
  const shown = of.arranged(group, items).map(({ child }) => child);
  return className === undefined ? shown : <div className={className}>{shown}</div>;
}

/** `toArray` writes `.$` in front of a key. */
function keyOf(child: ReactNode): string {
  return isValidElement(child) ? (child.key ?? '').slice(2) : '';
}

/** Tabs as they were arranged, and which of them is open: the one asked for, else the first of the usual ones, which cannot be hidden. */
export function tabsOf<P extends ElementPage, G extends GroupOf<P>, Id extends ElementOf<P, G>>(
  elements: PageElements<P>,
  group: G,
  ids: readonly Id[],
  asked: string | undefined,
  usual: (id: Id) => string,
): { tab: Id; tabs: { id: Id; title: string }[] } {
  const tabs = elements
    .arranged(
      group,
      ids.map((id) => ({ id })),
    )
    .map(({ id }) => ({ id, title: elements.title(group, id, usual(id)) }));
  return { tab: tabs.find(({ id }) => id === asked)?.id ?? ids[0]!, tabs };
}
