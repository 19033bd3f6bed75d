import { agentsApi } from '@formwork/contract/agents/api.ts';
import { routeDirect, type Server } from '../../platform/http/http.ts';
import {
  createDelegation,
  listMine,
  listToMe,
  recycleDelegations,
  removeDelegation,
  updateDelegation,
} from './delegations.ts';

export function agentsRoutes(server: Server): void {
  routeDirect(server, agentsApi.mine, listMine);
  routeDirect(server, agentsApi.toMe, listToMe);
  routeDirect(server, agentsApi.create, createDelegation);
  routeDirect(server, agentsApi.update, updateDelegation);
  routeDirect(server, agentsApi.recycle, recycleDelegations);
  routeDirect(server, agentsApi.remove, removeDelegation);
}
