import { dropOldRegionSheets, regionsJob, runRegionImport } from './modules/basedata/region-import.ts';
import { basedataRoutes } from './modules/basedata/routes.ts';
import { constraintCodes as basedataConstraints } from './modules/basedata/tables.ts';
import { checkJob, runCheck } from './modules/audit/check.ts';
import { exportJob, runExport } from './modules/audit/export.ts';
import { auditRoutes } from './modules/audit/routes.ts';
import { agentsRoutes } from './modules/agents/routes.ts';
import { chatRoutes } from './modules/chat/token.ts';
import { consoleRoutes, menusTopic } from './modules/console/routes.ts';
import { startConsole } from './modules/console/start.ts';
import { developerRoutes } from './modules/developer/routes.ts';
import { startDeveloper } from './modules/developer/tokens.ts';
import { dropLooseFiles } from './modules/files/remove.ts';
import { appearanceTopic } from './modules/enterprise/appearance.ts';
import { enterpriseRoutes } from './modules/enterprise/routes.ts';
import { startEnterprise } from './modules/enterprise/start.ts';
import { filesRoutes } from './modules/files/routes.ts';
import { buttonsTopic } from './modules/forms/buttons.ts';
import { recalculationJob } from './modules/forms/recalculation.ts';
import { formsChanged, releasedSubscriber } from './modules/forms/released.ts';
import { startForms } from './modules/forms/start.ts';
import { formsRoutes } from './modules/forms/routes.ts';
import { sampleTables } from './modules/forms/table-samples.ts';
import { attachDocuments } from './modules/documents/attach-subscriber.ts';
import { documentsRoutes } from './modules/documents/routes.ts';
import { rulesChanged } from './modules/documents/folder-rules.ts';
import { mayWatchDocuments, startDocuments } from './modules/documents/start.ts';
import { constraintCodes as formsConstraints } from './modules/forms/tables.ts';
import { endExpired } from './modules/identity/enterprises.ts';
import { forgetOldOperations } from './modules/identity/operations.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { constraintCodes as identityConstraints } from './modules/identity/tables.ts';
import { mayWatchDevice, startIot } from './modules/iot/start.ts';
import { iotRoutes } from './modules/iot/routes.ts';
import { constraintCodes as iotConstraints } from './modules/iot/tables.ts';
import { joiningRoutes } from './modules/joining/routes.ts';
import { constraintCodes as joiningConstraints } from './modules/joining/tables.ts';
import { jobsRoutes } from './modules/jobs/routes.ts';
import { changed as organizationChanged } from './modules/organization/directory.ts';
import { directorySubscriber } from './modules/organization/public.ts';
import { handOverJob, runHandOver } from './modules/organization/hand-over.ts';
import { importPeople } from './modules/organization/import-job.ts';
import { dropOldPeopleSheets } from './modules/organization/import-retention.ts';
import { peopleImportJob } from './modules/organization/imports.ts';
import { organizationRoutes } from './modules/organization/routes.ts';
import { constraintCodes as organizationConstraints } from './modules/organization/tables.ts';
import { forgetOldMessages } from './modules/messages/messages.ts';
import { messagesRoutes } from './modules/messages/routes.ts';
import { operationsRoutes } from './modules/operations/routes.ts';
import { guardPictures } from './modules/profile/pictures.ts';
import { profileRoutes } from './modules/profile/routes.ts';
import { codesJob, printJob, runCodes, runPrint } from './modules/printing/jobs.ts';
import { printingRoutes } from './modules/printing/routes.ts';
import { startPrinting } from './modules/printing/start.ts';
import { constraintCodes as printingConstraints } from './modules/printing/tables.ts';
import { attachSubscriber } from './modules/records/attachments.ts';
import { purgeSubscriber } from './modules/records/bin.ts';
import { runExport as runRecordExport } from './modules/records/exports/export-job.ts';
import { exportJob as recordExportJob } from './modules/records/exports/exports.ts';
import { dropOldExports } from './modules/records/exports/retention.ts';
import { dropOldCommands } from './modules/records/commands.ts';
import { bulkJob } from './modules/records/bulk/bulk.ts';
import { runBulkChange } from './modules/records/bulk/bulk-job.ts';
import { runImport } from './modules/records/import-job.ts';
import { dropOldSheets } from './modules/records/import-retention.ts';
import { runUndo, undoJob } from './modules/records/import-undo.ts';
import { importJob } from './modules/records/imports.ts';
import { indexJob, runIndex } from './modules/records/list-indexes.ts';
import { dropOldListTimes } from './modules/records/list-times.ts';
import { grantsChanged, liveSubscriber as recordsLive, mayWatchForm } from './modules/records/live.ts';
import { noticeSubscriber } from './modules/records/notices.ts';
import { mayWatchRecord } from './modules/records/presence.ts';
import { recalculationSubscriber, runRecalculation } from './modules/records/links/recalculation-job.ts';
import { recordsRoutes } from './modules/records/routes.ts';
import { runSearchIndex, searchIndexJob } from './modules/records/search/index-job.ts';
import { renewSearch } from './modules/records/search/renew.ts';
import { searchSubscriber } from './modules/records/search/subscriber.ts';
import { shareUnitsSubscriber } from './modules/records/share-units.ts';
import { startRecords } from './modules/records/start.ts';
import { viewsRoutes } from './modules/views/routes.ts';
import { copiesSubscriber } from './modules/views/copies.ts';
import { startViews, viewRulesSubscriber } from './modules/views/rules.ts';
import { constraintCodes as viewsConstraints } from './modules/views/tables.ts';
import { workflowRoutes } from './modules/workflow/routes.ts';
import { startWorkflow } from './modules/workflow/boot.ts';
import { draftSubscriber } from './modules/workflow/drafts.ts';
import { pushLater } from './modules/workflow/push-later.ts';
import { pushSubscriber } from './modules/workflow/push.ts';
import { timers } from './modules/workflow/run-timers.ts';
import { liveSubscriber, wakeSubscriber } from './modules/workflow/subscribers.ts';
import { constraintCodes as workflowConstraints } from './modules/workflow/tables.ts';
import { reviewRoutes } from './modules/review/routes.ts';
import { startReview } from './modules/review/separation.ts';
import type { Module } from './platform/module.ts';
import { only } from './platform/sockets.ts';

/** Every domain of the house, in the order of the floors. */
export const modules: Module[] = [
  { name: 'identity', routes: identityRoutes, periodic: [forgetOldOperations, endExpired], constraintCodes: identityConstraints },
  { name: 'joining', routes: joiningRoutes, constraintCodes: joiningConstraints },
  { name: 'organization', routes: organizationRoutes, jobs: { [handOverJob]: runHandOver, [peopleImportJob]: importPeople }, subscribers: [directorySubscriber], rightsMessages: [organizationChanged], periodic: [dropOldPeopleSheets], constraintCodes: organizationConstraints },
  { name: 'files', routes: filesRoutes, periodic: [dropLooseFiles] },
  { name: 'profile', routes: profileRoutes, start: guardPictures },
  { name: 'audit', routes: auditRoutes, jobs: { [checkJob]: runCheck, [exportJob]: runExport } },
  { name: 'review', routes: reviewRoutes, start: startReview },
  { name: 'basedata', routes: basedataRoutes, jobs: { [regionsJob]: runRegionImport }, periodic: [dropOldRegionSheets], constraintCodes: basedataConstraints },
  { name: 'enterprise', routes: enterpriseRoutes, topics: { [appearanceTopic]: only('appearance') }, start: startEnterprise },
  { name: 'messages', routes: messagesRoutes, periodic: [forgetOldMessages] },
  { name: 'forms', routes: formsRoutes, periodic: [sampleTables], subscribers: [releasedSubscriber], topics: { [buttonsTopic]: only('app') }, rightsMessages: [formsChanged], constraintCodes: formsConstraints, start: startForms },
  { name: 'agents', routes: agentsRoutes },
  { name: 'developer', routes: developerRoutes, start: startDeveloper },
  {
    name: 'records', routes: recordsRoutes, start: startRecords,
    jobs: { [importJob]: runImport, [undoJob]: runUndo, [bulkJob]: runBulkChange, [recordExportJob]: runRecordExport, [recalculationJob]: runRecalculation, [searchIndexJob]: runSearchIndex, [indexJob]: runIndex },
    subscribers: [attachSubscriber, purgeSubscriber, recordsLive, noticeSubscriber, shareUnitsSubscriber, recalculationSubscriber, searchSubscriber],
    topics: { form: mayWatchForm, record: mayWatchRecord }, rightsMessages: [grantsChanged],
    periodic: [dropOldCommands, dropOldExports, dropOldListTimes, dropOldSheets, renewSearch],
  },
  { name: 'documents', routes: documentsRoutes, subscribers: [attachDocuments], topics: { documents: mayWatchDocuments }, rightsMessages: [rulesChanged], start: startDocuments },
  { name: 'printing', routes: printingRoutes, jobs: { [printJob]: runPrint, [codesJob]: runCodes }, constraintCodes: printingConstraints, start: startPrinting },
  { name: 'views', routes: viewsRoutes, start: startViews, subscribers: [viewRulesSubscriber, copiesSubscriber], constraintCodes: viewsConstraints },
  { name: 'workflow', routes: workflowRoutes, periodic: [pushLater, timers], subscribers: [liveSubscriber, pushSubscriber, draftSubscriber, wakeSubscriber], constraintCodes: workflowConstraints, start: startWorkflow },
  { name: 'jobs', routes: jobsRoutes },
  { name: 'console', routes: consoleRoutes, topics: { [menusTopic]: only('menus', 'elements') }, start: startConsole },
  { name: 'iot', routes: iotRoutes, topics: { device: mayWatchDevice }, constraintCodes: iotConstraints, start: startIot },
  { name: 'chat', routes: chatRoutes },
  { name: 'operations', routes: operationsRoutes },
];
