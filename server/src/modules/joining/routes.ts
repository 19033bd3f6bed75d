import { joiningApi } from '@formwork/contract/joining/api.ts';
import { route, routeDirect, routeVisitor, type Server } from '../../platform/http.ts';
import { findEnterprise, signUp } from './enterprises.ts';
import { acceptInvitation, invite, listInvitations, readInvitation, revokeInvitation } from './invitations.ts';
import { sendJoiningCode } from './newcomers.ts';
import { acceptRequest, countRequests, listRequests, ownRequests, refuseRequest, requestToJoin } from './requests.ts';

export function joiningRoutes(server: Server): void {
  routeVisitor(server, joiningApi.sendCode, sendJoiningCode);
  routeVisitor(server, joiningApi.findEnterprise, findEnterprise);
  routeVisitor(server, joiningApi.signUp, signUp);

  routeVisitor(server, joiningApi.requestToJoin, requestToJoin);
  routeDirect(server, joiningApi.ownRequests, ownRequests);
  route(server, joiningApi.listRequests, listRequests);
  route(server, joiningApi.countRequests, countRequests);
  routeDirect(server, joiningApi.acceptRequest, acceptRequest);
  route(server, joiningApi.refuseRequest, refuseRequest);

  route(server, joiningApi.invite, invite);
  route(server, joiningApi.listInvitations, listInvitations);
  route(server, joiningApi.revokeInvitation, revokeInvitation);
  routeVisitor(server, joiningApi.readInvitation, readInvitation);
  routeVisitor(server, joiningApi.acceptInvitation, acceptInvitation);
}
