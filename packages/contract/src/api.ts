import { analyticsApi } from './analytics/api.ts';
import { analyticsPagesApi } from './analytics/page-api.ts';
import { setsApi } from './analytics/set-api.ts';
import { embedApi } from './analytics/embed-api.ts';
import { pageTalkApi } from './analytics/talk-api.ts';
import { toldApi } from './analytics/told-api.ts';
import { assetsApi } from './assets/api.ts';
import { assetContractApi } from './assets/contract.ts';
import { assetAccessApi } from './assets/access.ts';
import { receiverApi } from './assets/receivers.ts';
import { retentionApi } from './assets/retention.ts';
import { openLineageApi } from './assets/open-lineage.ts';
import { assetQualityApi } from './assets/quality-api.ts';
import { auditApi } from './audit/api.ts';
import { agentsApi } from './agents/api.ts';
import { basedataApi } from './basedata/api.ts';
import { developerApi } from './developer/api.ts';
import { connectionsApi } from './connections/api.ts';
import { consoleApi } from './console/api.ts';
import { elementsApi } from './console/elements.ts';
import { navigationApi } from './console/navigation.ts';
import { definitionsApi } from './definitions/api.ts';
import { documentsApi } from './documents/api.ts';
import { enterpriseApi } from './enterprise/api.ts';
import { exchangeApi } from './etl/exchange.ts';
import { explorerApi } from './etl/explorer.ts';
import { formsApi } from './forms/api.ts';
import { etlTasksApi } from './etl/task-api.ts';
import { filesApi } from './files/api.ts';
import { gatewayApi } from './gateway/api.ts';
import { gatewayPortalApi } from './gateway/portal-api.ts';
import { gatewayWatchApi } from './gateway/watch-api.ts';
import { accountApi } from './identity/account-security.ts';
import { identityApi } from './identity/api.ts';
import { hostingApi } from './identity/hosting.ts';
import { policyApi } from './identity/policy.ts';
import { signInApi } from './identity/sign-in.ts';
import { joiningApi } from './joining/api.ts';
import { iotApi } from './iot/api.ts';
import { runsApi } from './runs/api.ts';
import { messagesApi } from './messages/api.ts';
import { operationsApi } from './operations/api.ts';
import { customersApi } from './operations/customers.ts';
import { eventsApi } from './operations/events.ts';
import { operatorRolesApi, personnelApi } from './operations/staff.ts';
import { usersApi } from './operations/users.ts';
import { orchestrationApi } from './orchestration/api.ts';
import { organizationApi } from './organization/api.ts';
import { packagesApi } from './packages/api.ts';
import { profileApi } from './profile/api.ts';
import { printingApi } from './printing/api.ts';
import { recordsApi } from './records/api.ts';
import { searchApi } from './records/search.ts';
import { binApi } from './records/bin.ts';
import { bulkApi } from './records/bulk.ts';
import { exportApi } from './records/export.ts';
import { listIndexesApi } from './records/list-indexes.ts';
import { linkApi } from './records/link.ts';
import { shareApi } from './records/share.ts';
import { talkApi } from './records/talk.ts';
import { reviewApi } from './review/api.ts';
import { rulesApi } from './rules/api.ts';
import { schedulesApi } from './schedules/api.ts';
import { viewsApi } from './views/api.ts';
import { visitorsApi } from './visitors/api.ts';
import { workflowApi } from './workflow/api.ts';
import { overviewApi } from './workflow/overview.ts';
import { pushApi } from './workflow/push.ts';
import { verificationApi } from './workflow/verification.ts';
import { workbenchApi } from './workflow/workbench.ts';

/** Every endpoint of the platform by module; the server routes them, OpenAPI and the tests list them. */
export const api = {
  account: accountApi,
  connections: connectionsApi,
  schedules: schedulesApi,
  rules: rulesApi,
  console: consoleApi,
  elements: elementsApi,
  enterprise: enterpriseApi,
  explorer: explorerApi,
  assets: assetsApi,
  assetQuality: assetQualityApi,
  assetContract: assetContractApi,
  openLineage: openLineageApi,
  openLineageReceivers: receiverApi,
  assetRetention: retentionApi,
  assetAccess: assetAccessApi,
  audit: auditApi,
  agents: agentsApi,
  basedata: basedataApi,
  developer: developerApi,
  analytics: analyticsApi,
  analyticsPages: analyticsPagesApi,
  analyticsTalk: pageTalkApi,
  analyticsSets: setsApi,
  analyticsTold: toldApi,
  analyticsEmbed: embedApi,
  definitions: definitionsApi,
  packages: packagesApi,
  etlTasks: etlTasksApi,
  exchange: exchangeApi,
  forms: formsApi,
  documents: documentsApi,
  files: filesApi,
  gateway: gatewayApi,
  gatewayPortal: gatewayPortalApi,
  gatewayWatch: gatewayWatchApi,
  hosting: hostingApi,
  identity: identityApi,
  iot: iotApi,
  joining: joiningApi,
  runs: runsApi,
  messages: messagesApi,
  navigation: navigationApi,
  operations: operationsApi,
  customers: customersApi,
  users: usersApi,
  events: eventsApi,
  operatorRoles: operatorRolesApi,
  personnel: personnelApi,
  orchestration: orchestrationApi,
  organization: organizationApi,
  policy: policyApi,
  profile: profileApi,
  printing: printingApi,
  records: recordsApi,
  search: searchApi,
  bin: binApi,
  bulk: bulkApi,
  exports: exportApi,
  link: linkApi,
  listIndexes: listIndexesApi,
  share: shareApi,
  talk: talkApi,
  signIn: signInApi,
  review: reviewApi,
  views: viewsApi,
  visitors: visitorsApi,
  workflow: workflowApi,
  verification: verificationApi,
  overview: overviewApi,
  workbench: workbenchApi,
  push: pushApi,
};
