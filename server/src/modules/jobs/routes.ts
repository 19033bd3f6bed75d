import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { route, type Server } from '../../platform/http.ts';
import { cancelMyJob, getMyJob, listMyJobs } from '../../platform/jobs-mine.ts';

export function jobsRoutes(server: Server): void {
  route(server, jobsApi.list, listMyJobs);
  route(server, jobsApi.get, getMyJob);
  route(server, jobsApi.cancel, cancelMyJob);
}
