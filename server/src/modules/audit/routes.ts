import { auditApi } from '@formwork/contract/audit/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { startCheck } from './check.ts';
import { startExport } from './export.ts';
import { reportPrint } from './prints.ts';
import { listTrail } from './trail.ts';

export function auditRoutes(server: Server): void {
  routeDirect(server, auditApi.list, listTrail);
  route(server, auditApi.check, startCheck);
  route(server, auditApi.exportTrail, startExport);
  route(server, auditApi.reportPrint, reportPrint);
}
