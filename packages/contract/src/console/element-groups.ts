import { placeIn, type ElementPage, type ElementSettings } from './elements.ts';
import { pageElements, type ElementGroup } from './page-elements.ts';

export function groupsOf(page: ElementPage): [string, ElementGroup][] {
  return Object.entries(pageElements[page] as Record<string, ElementGroup>);
}

/** Whether settings speak of elements that are there, and ask nothing of them that they cannot do. */
export function fitsPage(page: ElementPage, { elements, order }: ElementSettings): boolean {
  const groups = new Map(groupsOf(page));
  const known = Object.entries(elements).every(([key, { hidden, title }]) => {
    const [group = '', id = ''] = key.split('.');
    const element = groups.get(group)?.elements[id];
    return element !== undefined && !(element.always && hidden) && !(element.wordless && title);
  });
  return (
    known &&
    Object.entries(order).every(([name, ids]) => {
      const group = groups.get(name);
      return group !== undefined && !group.fixed && ids.every((id) => id in group.elements);
    })
  );
}

/** The elements of a group in their order, hidden ones too. */
export function orderedElements(page: ElementPage, group: string, settings: ElementSettings): string[] {
  const usual = Object.keys(new Map(groupsOf(page)).get(group)?.elements ?? {});
  const order = settings.order[group] ?? [];
  return usual.toSorted((a, b) => placeIn(order, a) - placeIn(order, b));
}
