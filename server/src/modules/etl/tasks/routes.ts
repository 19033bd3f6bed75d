import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { readGlobals, setGlobals } from '../flows/globals.ts';
import { backfill, runFlowNow } from '../flows/start-flow.ts';
import { fileFacts, remoteFiles } from './files.ts';
import { getJob, lastRuns, listJobs } from './jobs.ts';
import { previewNode } from './preview.ts';
import { dropRejected, listRejected, resendRejected } from './rejected.ts';
import { sourceColumns } from './sources.ts';
import { runTaskNow } from './start.ts';

export function etlTaskRoutes(server: Server): void {
  routeDirect(server, etlTasksApi.file, fileFacts);
  routeDirect(server, etlTasksApi.remoteFiles, remoteFiles);
  routeDirect(server, etlTasksApi.columns, sourceColumns);
  routeDirect(server, etlTasksApi.preview, previewNode);
  routeDirect(server, etlTasksApi.run, runTaskNow);
  routeDirect(server, etlTasksApi.lastRuns, lastRuns);
  routeDirect(server, etlTasksApi.jobs, listJobs);
  routeDirect(server, etlTasksApi.job, getJob);
  routeDirect(server, etlTasksApi.rejected, listRejected);
  routeDirect(server, etlTasksApi.resend, resendRejected);
  routeDirect(server, etlTasksApi.drop, dropRejected);
  routeDirect(server, etlTasksApi.startFlow, runFlowNow);
  routeDirect(server, etlTasksApi.backfill, backfill);
  routeDirect(server, etlTasksApi.parameters, readGlobals);
  routeDirect(server, etlTasksApi.setParameters, setGlobals);
}
