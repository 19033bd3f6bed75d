import { auditApi } from './audit/api.ts';
import { agentsApi } from './agents/api.ts';
import { basedataApi } from './basedata/api.ts';
import { developerApi } from './developer/api.ts';
import { consoleApi } from './console/api.ts';
import { navigationApi } from './console/navigation.ts';
import { enterpriseApi } from './enterprise/api.ts';
import { formsApi } from './forms/api.ts';
import { filesApi } from './files/api.ts';
import { accountApi } from './identity/account-security.ts';
import { identityApi } from './identity/api.ts';
import { hostingApi } from './identity/hosting.ts';
import { policyApi } from './identity/policy.ts';
import { signInApi } from './identity/sign-in.ts';
import { joiningApi } from './joining/api.ts';
import { jobsApi } from './jobs/api.ts';
import { messagesApi } from './messages/api.ts';
import { operationsApi } from './operations/api.ts';
import { customersApi } from './operations/customers.ts';
import { operatorRolesApi, personnelApi } from './operations/staff.ts';
import { usersApi } from './operations/users.ts';
import { organizationApi } from './organization/api.ts';
import { profileApi } from './profile/api.ts';
import { printingApi } from './printing/api.ts';
import { recordsApi } from './records/api.ts';
import { binApi } from './records/bin.ts';
import { linkApi } from './records/link.ts';
import { shareApi } from './records/share.ts';
import { talkApi } from './records/talk.ts';
import { reviewApi } from './review/api.ts';
import { workflowApi } from './workflow/api.ts';
import { pushApi } from './workflow/push.ts';

/** Every endpoint of the platform by module; the server routes them, OpenAPI and the tests list them. */
export const api = {
  account: accountApi,
  console: consoleApi,
  enterprise: enterpriseApi,
  audit: auditApi,
  agents: agentsApi,
  basedata: basedataApi,
  developer: developerApi,
  forms: formsApi,
  files: filesApi,
  hosting: hostingApi,
  identity: identityApi,
  joining: joiningApi,
  jobs: jobsApi,
  messages: messagesApi,
  navigation: navigationApi,
  operations: operationsApi,
  customers: customersApi,
  users: usersApi,
  operatorRoles: operatorRolesApi,
  personnel: personnelApi,
  organization: organizationApi,
  policy: policyApi,
  profile: profileApi,
  printing: printingApi,
  records: recordsApi,
  bin: binApi,
  link: linkApi,
  share: shareApi,
  talk: talkApi,
  signIn: signInApi,
  review: reviewApi,
  workflow: workflowApi,
  push: pushApi,
};
