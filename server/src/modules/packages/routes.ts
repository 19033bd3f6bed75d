import { packagesApi } from '@formwork/contract/packages/api.ts';
import { describeRights, route, routeDirect, type Server } from '../../platform/http/http.ts';
import { offeredParts } from './collect.ts';
import {
  applyInstall,
  describeApply,
  describeRollBack,
  discardInstall,
  getInstall,
  listInstalls,
  planPackage,
  rollBackInstall,
} from './installs.ts';
import { writePackage } from './write-file.ts';

export function packagesRoutes(server: Server): void {
  route(server, packagesApi.offered, offeredParts);
  routeDirect(server, packagesApi.write, writePackage);
  routeDirect(server, packagesApi.plan, planPackage);
  routeDirect(server, packagesApi.list, listInstalls);
  routeDirect(server, packagesApi.get, getInstall);
  routeDirect(server, packagesApi.apply, applyInstall);
  routeDirect(server, packagesApi.rollBack, rollBackInstall);
  route(server, packagesApi.discard, discardInstall);
  describeRights(server, packagesApi.apply, describeApply);
  describeRights(server, packagesApi.rollBack, describeRollBack);
}
