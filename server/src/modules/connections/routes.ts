import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import {
  connectionUses,
  createConnection,
  getConnection,
  listConnections,
  listKinds,
  removeConnection,
  updateConnection,
} from './connections.ts';
import { testConnection } from './test-connection.ts';

export function connectionsRoutes(server: Server): void {
  route(server, connectionsApi.kinds, listKinds);
  route(server, connectionsApi.list, listConnections);
  route(server, connectionsApi.create, createConnection);
  route(server, connectionsApi.get, getConnection);
  route(server, connectionsApi.update, updateConnection);
  // the other side may take its time, and no transaction waits for it
  routeDirect(server, connectionsApi.test, testConnection);
  route(server, connectionsApi.uses, connectionUses);
  route(server, connectionsApi.remove, removeConnection);
}
