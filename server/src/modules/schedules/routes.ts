import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import {
  createSchedule,
  listDues,
  listSchedules,
  pauseSchedule,
  previewTimes,
  removeSchedule,
  updateSchedule,
} from './schedules.ts';

export function schedulesRoutes(server: Server): void {
  // whose rights decide are those on what runs, which may lie beside the control plane
  routeDirect(server, schedulesApi.list, listSchedules);
  routeDirect(server, schedulesApi.create, createSchedule);
  routeDirect(server, schedulesApi.update, updateSchedule);
  routeDirect(server, schedulesApi.pause, pauseSchedule);
  routeDirect(server, schedulesApi.remove, removeSchedule);
  route(server, schedulesApi.preview, previewTimes);
  routeDirect(server, schedulesApi.dues, listDues);
}
