import { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { exportLineage } from './export.ts';
import { takeEvents } from './take.ts';
import { toldEvents } from './told.ts';

export function openLineageRoutes(server: Server): void {
  routeDirect(server, openLineageApi.take, takeEvents);
  routeDirect(server, openLineageApi.events, toldEvents);
  routeDirect(server, openLineageApi.export, exportLineage);
}
