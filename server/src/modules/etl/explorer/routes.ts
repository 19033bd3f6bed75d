import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { route, routeDirect, type Server } from '../../../platform/http/http.ts';
import { listColumns, listSchemas, listSources, listTables, profile, runQuery, sample } from './explore.ts';
import { dropQuery, keepQuery, listQueries, queryVersions } from './queries.ts';

/** Sources may take their time: no transaction waits for them. */
export function explorerRoutes(server: Server): void {
  routeDirect(server, explorerApi.sources, listSources);
  routeDirect(server, explorerApi.schemas, listSchemas);
  routeDirect(server, explorerApi.tables, listTables);
  routeDirect(server, explorerApi.columns, listColumns);
  routeDirect(server, explorerApi.sample, sample);
  routeDirect(server, explorerApi.profile, profile);
  routeDirect(server, explorerApi.run, runQuery);
  route(server, explorerApi.queries, listQueries);
  route(server, explorerApi.queryVersions, queryVersions);
  route(server, explorerApi.keepQuery, keepQuery);
  route(server, explorerApi.dropQuery, dropQuery);
}
