import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';
import { elementPages, type pageElements } from './page-elements.ts';

// What every page begins with: the declarations of all pages, and what is done with them, stand beside it.

export type ElementPage = keyof typeof pageElements;
export type GroupOf<P extends ElementPage> = keyof (typeof pageElements)[P] & string;
export type ElementOf<P extends ElementPage, G extends GroupOf<P>> = (typeof pageElements)[P][G] extends {
  elements: infer E;
}
  ? keyof E & string
  : never;

export const ElementPage = z.enum(elementPages as [ElementPage, ...ElementPage[]]);

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

/** Where an element stands in an order somebody gave; what a later version brought stands behind. */
export function placeIn(order: readonly string[], id: string): number {
  const at = order.indexOf(id);
  return at === -1 ? order.length : at;
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
