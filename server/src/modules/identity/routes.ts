import { identityApi } from '@formwork/contract/identity/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http.ts';
import { changePassword } from './password-change.ts';
import { currentPerson } from './identify.ts';
import { listSpaces, signIn, signOut } from './sessions.ts';

export function identityRoutes(server: Server): void {
  routeVisitor(server, identityApi.signIn, signIn);
  routeDirect(server, identityApi.signOut, signOut);
  routeDirect(server, identityApi.me, currentPerson);
  routeDirect(server, identityApi.spaces, listSpaces);
  routeDirect(server, identityApi.changePassword, changePassword);
}
