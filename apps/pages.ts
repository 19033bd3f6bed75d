import type { PageLists } from '@formwork/web/router/page-list.ts';

/** The page lists of all applications: a page of another application is mounted in place. Nothing else joins applications. */
export const pageLists: PageLists = {
  main: () => import('./main/pages.ts'),
  'app-design': () => import('./app-design/pages.ts'),
  'big-data': () => import('./big-data/pages.ts'),
  index: () => import('./index/pages.ts'),
  gis: () => import('./gis/pages.ts'),
  chat: () => import('./chat/pages.ts'),
  user: () => import('./user/pages.ts'),
  operations: () => import('./operations/pages.ts'),
  logic: () => import('./logic/pages.ts'),
  'app-framework': () => import('./app-framework/pages.ts'),
  'app-view': () => import('./app-view/pages.ts'),
  iot: () => import('./iot/pages.ts'),
};
