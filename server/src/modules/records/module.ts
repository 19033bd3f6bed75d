import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { recordActions, recordTriggers } from './actions.ts';
import { recalculationRun } from '../forms/public.ts';
import { purgeSubscriber } from './bin/bin.ts';
import { runBulkChange } from './bulk/bulk-job.ts';
import { bulkRun } from './bulk/bulk.ts';
import { runExport } from './exports/export-job.ts';
import { exportRun } from './exports/exports.ts';
import { dropOldExports } from './exports/retention.ts';
import { attachSubscriber } from './files/attachments.ts';
import { runImport } from './import/import-job.ts';
import { dropOldSheets } from './import/import-retention.ts';
import { runUndo, undoRun } from './import/import-undo.ts';
import { importRun } from './import/imports.ts';
import { notifyClock } from './notify/clock.ts';
import { notifySubscriber } from './notify/subscriber.ts';
import { indexRun, runIndex } from './read/list-indexes.ts';
import { dropOldListTimes } from './read/list-times.ts';
import { grantsChanged, liveSubscriber, mayWatchForm } from './read/live.ts';
import { mayWatchRecord } from './read/presence.ts';
import { recalculationSubscriber, runRecalculation } from './relations/recalculation-job.ts';
import { zoneSubscriber } from './relations/zone-change.ts';
import { recordsRoutes } from './routes.ts';
import { samplesPart } from './samples-part.ts';
import { runSearchIndex, searchIndexRun } from './search/index-job.ts';
import { renewSearch } from './search/renew.ts';
import { searchSubscriber } from './search/subscriber.ts';
import { shareUnitsSubscriber } from './share/share-units.ts';
import { startRecords } from './start.ts';
import { noticeSubscriber } from './talk/notices.ts';
import { dropOldCommands } from './write/commands.ts';

export const recordsModule: Module = {
  name: 'records',
  routes: recordsRoutes,
  actions: recordActions,
  triggers: recordTriggers,
  parts: [samplesPart],
  start: startRecords,
  runs: [
    runKind({ ...importRun, retries: 4, keep: month, work: runImport }),
    runKind({ ...undoRun, retries: 4, keep: month, work: runUndo }),
    runKind({ ...bulkRun, retries: 4, keep: month, work: runBulkChange }),
    runKind({ ...exportRun, retries: 4, keep: month, work: runExport }),
    runKind({ ...recalculationRun, retries: 4, keep: month, work: runRecalculation }),
    runKind({ ...searchIndexRun, retries: 4, keep: month, work: runSearchIndex }),
    runKind({ ...indexRun, retries: 4, keep: month, work: runIndex }),
  ],
  subscribers: [
    attachSubscriber,
    purgeSubscriber,
    liveSubscriber,
    noticeSubscriber,
    notifySubscriber,
    shareUnitsSubscriber,
    recalculationSubscriber,
    zoneSubscriber,
    searchSubscriber,
  ],
  topics: { form: mayWatchForm, record: mayWatchRecord },
  rightsMessages: [grantsChanged],
  periodic: [dropOldCommands, dropOldExports, dropOldListTimes, dropOldSheets, notifyClock, renewSearch],
};
