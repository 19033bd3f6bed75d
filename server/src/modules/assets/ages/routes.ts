import { retentionApi } from '@formwork/contract/assets/retention.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { keepRows, listOverdue, lookNow, remind } from './overdue.ts';
import { getProfile } from './profile.ts';

export function retentionRoutes(server: Server): void {
  routeDirect(server, retentionApi.overdue, listOverdue);
  routeDirect(server, retentionApi.keep, keepRows);
  routeDirect(server, retentionApi.remind, remind);
  routeDirect(server, retentionApi.age, lookNow);
  routeDirect(server, retentionApi.profile, getProfile);
}
