import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { hostingApi } from '@formwork/contract/identity/hosting.ts';
import { policyApi } from '@formwork/contract/identity/policy.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { describeRights, route, routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { accountSecurity } from './account/account-view.ts';
import { bindEmail, bindPhone, sendEmailCode, sendPhoneCode, unbindEmail, unbindPhone } from './account/bindings.ts';
import {
  enterHosted,
  hostedAccounts,
  leaveHosted,
  ownHosting,
  switchHostingOff,
  switchHostingOn,
} from './account/hosting.ts';
import { currentPerson } from './sign-in/identify.ts';
import { listOperations } from './account/operations.ts';
import { endOtherSessions, endSession, listSessions } from './sign-in/own-sessions.ts';
import { changePassword } from './account/password-change.ts';
import { changeOfPolicy, readPolicy, savePolicy } from './policy/policies.ts';
import { comeBack, forgetProvider, visitProvider, visitProviderToBind } from './sign-in/provider-sign-in.ts';
import { finishSetUp, proveSecondStep, sendSecondCode, setUpSecondStep } from './sign-in/second-step.ts';
import { serviceTickets } from './sign-in/service-tickets.ts';
import { listSpaces, signOut } from './sign-in/sessions.ts';
import { replacePassword, sendSignInCode, signIn, signInByCode } from './sign-in/sign-in.ts';
import { signInWays } from './sign-in/sign-in-ways.ts';
import { beginOwnTotp, confirmOwnTotp, endTwoStep, renewRecoveryCodes, turnOnSms } from './sign-in/two-step.ts';

export function identityRoutes(server: Server): void {
  routeVisitor(server, signInApi.ways, signInWays);
  routeVisitor(server, signInApi.signIn, signIn);
  routeVisitor(server, signInApi.sendCode, sendSignInCode);
  routeVisitor(server, signInApi.signInByCode, signInByCode);
  routeVisitor(server, signInApi.sendSecondCode, sendSecondCode);
  routeVisitor(server, signInApi.secondStep, proveSecondStep);
  routeVisitor(server, signInApi.setUpSecondStep, setUpSecondStep);
  routeVisitor(server, signInApi.finish, finishSetUp);
  routeVisitor(server, signInApi.newPassword, replacePassword);
  routeVisitor(server, signInApi.visitProvider, visitProvider);
  routeVisitor(server, signInApi.comeBack, comeBack);
  routeDirect(server, signInApi.visitProviderToBind, visitProviderToBind);
  routeDirect(server, signInApi.forget, forgetProvider);

  routeDirect(server, identityApi.signOut, signOut);
  routeDirect(server, identityApi.me, currentPerson);
  routeDirect(server, identityApi.serviceTickets, serviceTickets);
  routeDirect(server, identityApi.spaces, listSpaces);
  routeDirect(server, identityApi.changePassword, changePassword);

  route(server, accountApi.security, accountSecurity);
  route(server, accountApi.operations, listOperations);
  routeDirect(server, accountApi.sessions, listSessions);
  routeDirect(server, accountApi.endSession, endSession);
  routeDirect(server, accountApi.endOthers, endOtherSessions);
  routeDirect(server, accountApi.sendPhoneCode, sendPhoneCode);
  routeDirect(server, accountApi.bindPhone, bindPhone);
  routeDirect(server, accountApi.unbindPhone, unbindPhone);
  routeDirect(server, accountApi.sendEmailCode, sendEmailCode);
  routeDirect(server, accountApi.bindEmail, bindEmail);
  routeDirect(server, accountApi.unbindEmail, unbindEmail);
  routeDirect(server, accountApi.beginTotp, beginOwnTotp);
  routeDirect(server, accountApi.confirmTotp, confirmOwnTotp);
  routeDirect(server, accountApi.turnOnSms, turnOnSms);
  routeDirect(server, accountApi.renewRecoveryCodes, renewRecoveryCodes);
  routeDirect(server, accountApi.endTwoStep, endTwoStep);

  route(server, hostingApi.own, ownHosting);
  routeDirect(server, hostingApi.switchOn, switchHostingOn);
  routeDirect(server, hostingApi.switchOff, switchHostingOff);
  route(server, hostingApi.toMe, hostedAccounts);
  routeDirect(server, hostingApi.enter, enterHosted);
  routeDirect(server, hostingApi.leave, leaveHosted);

  route(server, policyApi.read, readPolicy);
  routeDirect(server, policyApi.save, savePolicy);
  describeRights(server, policyApi.save, changeOfPolicy);
}
