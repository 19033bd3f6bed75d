import type { Module } from '../../platform/module.ts';
import { judgeAlerts } from './alerts.ts';
import { apiKind } from './api-kind.ts';
import { forgetOldCalls } from './logs.ts';
import { gatewayNotices } from './notices.ts';
import { gatewayRoutes } from './routes.ts';
import { snapshotSubscriber } from './snapshots.ts';
import { sendTraces } from './telemetry.ts';
import { constraintCodes } from './tables.ts';

export const gatewayModule: Module = {
  name: 'gateway',
  routes: gatewayRoutes,
  kinds: [apiKind],
  subscribers: [snapshotSubscriber, gatewayNotices],
  periodic: [forgetOldCalls, judgeAlerts, sendTraces],
  constraintCodes,
};
