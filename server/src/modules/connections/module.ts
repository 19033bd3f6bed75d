import type { Module } from '../../platform/module.ts';
import { connectionActions } from './actions.ts';
import { httpKind } from './kinds/http.ts';
import { mysqlKind } from './kinds/mysql.ts';
import { postgresKind } from './kinds/postgres.ts';
import { s3Kind } from './kinds/s3.ts';
import { smtpKind } from './kinds/smtp.ts';
import { webhookKind } from './kinds/webhook.ts';
import { connectionsRoutes } from './routes.ts';
import { sealedInConnections } from './sealed.ts';
import { startConnections } from './start.ts';
import { constraintCodes } from './tables.ts';

export const connectionsModule: Module = {
  name: 'connections',
  routes: connectionsRoutes,
  actions: connectionActions,
  connections: [httpKind, smtpKind, s3Kind, webhookKind, postgresKind, mysqlKind],
  sealed: sealedInConnections,
  constraintCodes,
  start: startConnections,
};
