import type { Route } from '../routes.ts';

/** Sources of data and what is in them: pages of the application `big-data`. */
export const sourceRoutes = [
  {
    id: 'dataSources', pattern: '/{spaceUri?}/etl/datasource', title: { zh: '数据源', en: 'Data sources' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/sources/SourcesPage', belong: 'console',
  },
  {
    id: 'dataExplorer', pattern: '/{spaceUri?}/etl/datasource/dataExplorer', title: { zh: '数据探查', en: 'Data explorer' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/explorer/ExplorerPage', belong: 'console',
  },
] as const satisfies readonly Route[];
