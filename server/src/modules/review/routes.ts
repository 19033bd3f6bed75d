import { reviewApi } from '@formwork/contract/review/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { listChanges, rejectChange, withdrawChange } from './changes.ts';
import { guardOf } from './guard.ts';
import { openPassword } from './passwords.ts';
import { releaseWith } from './release.ts';
import { getSeparation, setSeparation } from './separation.ts';

export function reviewRoutes(server: Server): void {
  server.guards.push(guardOf(server));
  route(server, reviewApi.getSeparation, getSeparation);
  route(server, reviewApi.setSeparation, setSeparation);
  route(server, reviewApi.listChanges, listChanges);
  route(server, reviewApi.reject, rejectChange);
  route(server, reviewApi.withdraw, withdrawChange);
  route(server, reviewApi.openPassword, openPassword);
  // releasing runs other transactions
  routeDirect(server, reviewApi.release, releaseWith(server));
}
