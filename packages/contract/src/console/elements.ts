import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';
import { pageElements, type ElementGroup, type PageElement } from './page-elements.ts';

export { pageElements, type ElementGroup, type PageElement };

export type ElementPage = keyof typeof pageElements;
export type GroupOf<P extends ElementPage> = keyof (typeof pageElements)[P] & string;
export type ElementOf<P extends ElementPage, G extends GroupOf<P>> = (typeof pageElements)[P][G] extends {
  elements: infer E;
}
  ? keyof E & string
  : never;

export const elementPages = Object.keys(pageElements) as ElementPage[];
export const ElementPage = z.enum(elementPages as [ElementPage, ...ElementPage[]]);

export function groupsOf(page: ElementPage): [string, ElementGroup][] {
  return Object.entries(pageElements[page] as Record<string, ElementGroup>);
}

/** What is set of one page: elements by `group.element`, and groups in another order. */
export const ElementSettings = z.object({
  elements: z.record(z.string().max(60), z.object({ hidden: z.boolean().optional(), title: Title.optional() })),
  order: z.record(z.string().max(30), z.array(z.string().max(30)).max(60)),
});
export type ElementSettings = z.infer<typeof ElementSettings>;
export const noElementSettings: ElementSettings = { elements: {}, order: {} };

/** Of every page that somebody set. */
export const Elements = z.partialRecord(ElementPage, ElementSettings);
export type Elements = z.infer<typeof Elements>;

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

/** The elements of a group in their order, hidden ones too; what a later version brought stands behind. */
export function orderedElements(page: ElementPage, group: string, settings: ElementSettings): string[] {
  const usual = Object.keys(new Map(groupsOf(page)).get(group)?.elements ?? {});
  const order = settings.order[group] ?? [];
  return usual.toSorted((a, b) => rank(order, usual, a) - rank(order, usual, b));
}

function rank(order: readonly string[], usual: readonly string[], id: string): number {
  return order.includes(id) ? order.indexOf(id) : order.length + usual.indexOf(id);
}

export const StoredElements = z.object({
  page: ElementPage,
  settings: ElementSettings,
  /** 0 while nothing is set. */ version: z.number().int(),
  changedBy: uuid.nullable(),
  changedAt: z.string().nullable(),
});
export type StoredElements = z.infer<typeof StoredElements>;

const pageParams = z.object({ page: ElementPage });

export const elementsApi = {
  elements: endpoint({
    method: 'GET',
    path: '/console/elements',
    permission: 'signed-in',
    summary: 'What is set of the elements of pages, for the pages to follow',
    response: Elements,
  }),
  getElements: endpoint({
    method: 'GET',
    path: '/console/elements/:page',
    permission: 'console.element.edit',
    summary: 'What is set of the elements of one page',
    params: pageParams,
    response: StoredElements,
  }),
  putElements: endpoint({
    method: 'PUT',
    path: '/console/elements/:page',
    permission: 'console.element.edit',
    summary: 'Hide, rename and order the elements of a page for everybody of the space',
    params: pageParams,
    body: z.object({ expectedVersion: z.number().int(), settings: ElementSettings }),
    response: StoredElements,
  }),
  resetElements: endpoint({
    method: 'DELETE',
    path: '/console/elements/:page',
    permission: 'console.element.edit',
    summary: 'Give a page its usual elements again',
    params: pageParams,
    response: nothing,
  }),
};
