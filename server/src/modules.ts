import { agentsModule } from './modules/agents/module.ts';
import { analyticsModule } from './modules/analytics/module.ts';
import { assetsModule } from './modules/assets/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { basedataModule } from './modules/basedata/module.ts';
import { chatModule } from './modules/chat/module.ts';
import { connectionsModule } from './modules/connections/module.ts';
import { consoleModule } from './modules/console/module.ts';
import { definitionsModule } from './modules/definitions/module.ts';
import { developerModule } from './modules/developer/module.ts';
import { documentsModule } from './modules/documents/module.ts';
import { enterpriseModule } from './modules/enterprise/module.ts';
import { etlModule } from './modules/etl/module.ts';
import { filesModule } from './modules/files/module.ts';
import { formsModule } from './modules/forms/module.ts';
import { gatewayModule } from './modules/gateway/module.ts';
import { identityModule } from './modules/identity/module.ts';
import { iotModule } from './modules/iot/module.ts';
import { joiningModule } from './modules/joining/module.ts';
import { messagesModule } from './modules/messages/module.ts';
import { operationsModule } from './modules/operations/module.ts';
import { orchestrationModule } from './modules/orchestration/module.ts';
import { organizationModule } from './modules/organization/module.ts';
import { packagesModule } from './modules/packages/module.ts';
import { printingModule } from './modules/printing/module.ts';
import { profileModule } from './modules/profile/module.ts';
import { recordsModule } from './modules/records/module.ts';
import { reviewModule } from './modules/review/module.ts';
import { runsModule } from './modules/runs/module.ts';
import { rulesModule } from './modules/rules/module.ts';
import { schedulesModule } from './modules/schedules/module.ts';
import { viewsModule } from './modules/views/module.ts';
import { visitorsModule } from './modules/visitors/module.ts';
import { workflowModule } from './modules/workflow/module.ts';
import type { Module } from './platform/module.ts';

/** Every domain of the house, in the order of the floors; what each brings stands in its `module.ts`. */
export const modules: readonly Module[] = [
  identityModule,
  joiningModule,
  organizationModule,
  filesModule,
  profileModule,
  auditModule,
  reviewModule,
  basedataModule,
  enterpriseModule,
  definitionsModule,
  packagesModule,
  connectionsModule,
  schedulesModule,
  messagesModule,
  visitorsModule,
  formsModule,
  agentsModule,
  developerModule,
  recordsModule,
  documentsModule,
  printingModule,
  viewsModule,
  workflowModule,
  rulesModule,
  orchestrationModule,
  runsModule,
  consoleModule,
  analyticsModule,
  etlModule,
  gatewayModule,
  iotModule,
  assetsModule,
  chatModule,
  operationsModule,
];
