import { developerApi } from '@formwork/contract/developer/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { apply, approve, getAuthorization, issueToken, listApplications, reject, reset } from './authorizations.ts';

export function developerRoutes(server: Server): void {
  route(server, developerApi.get, getAuthorization);
  route(server, developerApi.apply, apply);
  routeDirect(server, developerApi.reset, reset);
  route(server, developerApi.issue, issueToken);
  route(server, developerApi.list, listApplications);
  route(server, developerApi.approve, approve);
  routeDirect(server, developerApi.reject, reject);
}
