import { operationsApi } from '@formwork/contract/operations/api.ts';
import { route, type Server } from '../../platform/http.ts';
import { platformOverview } from './overview.ts';

export function operationsRoutes(server: Server): void {
  route(server, operationsApi.overview, platformOverview);
}
