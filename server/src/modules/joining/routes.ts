import { joiningApi } from '@formwork/contract/joining/api.ts';
import { describeRights, routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { createColleagues } from './colleagues.ts';
import { findEnterprise, signUp } from './enterprises.ts';
import { acceptInvitation, invite, listInvitations, readInvitation, revokeInvitation } from './invitations.ts';
import { sendJoiningCode } from './newcomers.ts';
import {
  acceptRequest,
  countRequests,
  listRequests,
  ownRequests,
  refuseRequest,
  requestToJoin,
  subjectOfRequest,
} from './requests.ts';

export function joiningRoutes(server: Server): void {
  routeVisitor(server, joiningApi.sendCode, sendJoiningCode);
  routeVisitor(server, joiningApi.findEnterprise, findEnterprise);
  routeVisitor(server, joiningApi.signUp, signUp);

  routeVisitor(server, joiningApi.requestToJoin, requestToJoin);
  routeDirect(server, joiningApi.ownRequests, ownRequests);
  routeDirect(server, joiningApi.listRequests, listRequests);
  routeDirect(server, joiningApi.countRequests, countRequests);
  routeDirect(server, joiningApi.acceptRequest, acceptRequest);
  describeRights(server, joiningApi.acceptRequest, subjectOfRequest);
  routeDirect(server, joiningApi.refuseRequest, refuseRequest);

  routeDirect(server, joiningApi.createColleagues, createColleagues);

  routeDirect(server, joiningApi.invite, invite);
  routeDirect(server, joiningApi.listInvitations, listInvitations);
  routeDirect(server, joiningApi.revokeInvitation, revokeInvitation);
  routeVisitor(server, joiningApi.readInvitation, readInvitation);
  routeVisitor(server, joiningApi.acceptInvitation, acceptInvitation);
}
