import { fitsPage } from '@formwork/contract/console/element-groups.ts';
import { ElementPage, ElementSettings, noElementSettings } from '@formwork/contract/console/elements.ts';
import { z } from 'zod';
import type { DefinitionKind } from '../../platform/definition-kind.ts';

const Body = z
  .object({ page: ElementPage, settings: ElementSettings })
  .refine(({ page, settings }) => fitsPage(page, settings), { path: ['settings'], message: 'unknown' });
export type PageElements = z.infer<typeof Body>;

export const elementsKind = 'page_elements';

/** What an enterprise set of the elements of one page; its id is the page's. In force as it is saved. */
export const pageElementsKind: DefinitionKind<PageElements, ElementSettings> = {
  kind: elementsKind,
  area: 'console',
  saves: 'whole',
  schema: Body,
  empty: () => ({ page: 'home', settings: noElementSettings }),
  settle: (body) => body,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin'], create: ['admin'] },
  levelOf: (_ctx, places) => Promise.resolve(places.map(() => 'own')),
  problems: () => [],
  references: () => [],
  parts: () => [],
  rename: (body) => body,
  compile: ({ settings }) => settings,
  words: () => [],
};
