import { runsApi } from '@formwork/contract/runs/api.ts';
import { routeDirect, type Server } from '../../platform/http/http.ts';
import { offered } from '../../platform/actions.ts';
import { cancelRun, getRun, listRuns, rerun, runSteps } from '../../platform/runs/run-calls.ts';

export function runsRoutes(server: Server): void {
  routeDirect(server, runsApi.list, listRuns);
  routeDirect(server, runsApi.offered, ({ platform }) => Promise.resolve(offered(platform)));
  routeDirect(server, runsApi.get, getRun);
  routeDirect(server, runsApi.steps, runSteps);
  routeDirect(server, runsApi.cancel, cancelRun);
  routeDirect(server, runsApi.rerun, rerun);
}
