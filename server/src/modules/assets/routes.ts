import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetAccessApi } from '@formwork/contract/assets/access.ts';
import { describeRights, routeDirect, type Server } from '../../platform/http/http.ts';
import {
  createCategory,
  listCategories,
  moveCategory,
  previewRule,
  removeCategory,
  updateCategory,
} from './categories/categories.ts';
import { changeMany, updateAsset, updateColumn } from './change.ts';
import { getCost } from './cost.ts';
import { assetOfThing, getAsset, getSchemas } from './detail.ts';
import { getImpact, getLineage, getPath, impactOfThing } from './lineage/lineage.ts';
import { addEdge, removeEdge } from './lineage/manual.ts';
import { assetFacets, listAssets } from './list.ts';
import { getSample, inspectAsset } from './look.ts';
import { getOverview } from './overview.ts';
import { findAssets, getShelves } from './portal.ts';
import { changeByDecision, decideRequest, listRequests, requestAccess } from './access/requests.ts';
import { retentionRoutes } from './ages/routes.ts';
import { contractRoutes } from './contracts/routes.ts';
import { openLineageRoutes } from './open-lineage/routes.ts';
import { qualityRoutes } from './quality/routes.ts';
import { startRegistering } from './runs.ts';
import { getWay, putWay } from './access/way.ts';
import { createWord, listWords, removeWord, updateWord } from './words.ts';

export function assetsRoutes(server: Server): void {
  routeDirect(server, assetsApi.list, listAssets);
  routeDirect(server, assetsApi.facets, assetFacets);
  routeDirect(server, assetsApi.overview, getOverview);
  routeDirect(server, assetsApi.register, startRegistering);
  routeDirect(server, assetsApi.find, findAssets);
  routeDirect(server, assetsApi.shelves, getShelves);
  routeDirect(server, assetsApi.ofThing, assetOfThing);
  routeDirect(server, assetsApi.get, getAsset);
  routeDirect(server, assetsApi.update, updateAsset);
  routeDirect(server, assetsApi.updateColumn, updateColumn);
  routeDirect(server, assetsApi.bulk, changeMany);
  routeDirect(server, assetsApi.schemas, getSchemas);
  routeDirect(server, assetsApi.cost, getCost);
  routeDirect(server, assetsApi.sample, getSample);
  routeDirect(server, assetsApi.inspect, inspectAsset);
  routeDirect(server, assetsApi.categories, listCategories);
  routeDirect(server, assetsApi.createCategory, createCategory);
  routeDirect(server, assetsApi.updateCategory, updateCategory);
  routeDirect(server, assetsApi.moveCategory, moveCategory);
  routeDirect(server, assetsApi.removeCategory, removeCategory);
  routeDirect(server, assetsApi.previewRule, previewRule);
  routeDirect(server, assetsApi.words, listWords);
  routeDirect(server, assetsApi.createWord, createWord);
  routeDirect(server, assetsApi.updateWord, updateWord);
  routeDirect(server, assetsApi.removeWord, removeWord);
  routeDirect(server, assetsApi.lineage, getLineage);
  routeDirect(server, assetsApi.impact, getImpact);
  routeDirect(server, assetsApi.impactOfThing, impactOfThing);
  routeDirect(server, assetsApi.path, getPath);
  routeDirect(server, assetsApi.addEdge, addEdge);
  routeDirect(server, assetsApi.removeEdge, removeEdge);
  routeDirect(server, assetsApi.requests, listRequests);
  routeDirect(server, assetsApi.request, requestAccess);
  routeDirect(server, assetsApi.decide, decideRequest);
  describeRights(server, assetsApi.decide, changeByDecision);
  retentionRoutes(server);
  routeDirect(server, assetAccessApi.way, getWay);
  routeDirect(server, assetAccessApi.putWay, putWay);
  qualityRoutes(server);
  contractRoutes(server);
  openLineageRoutes(server);
}
