import type { Module } from '../../platform/module.ts';
import { judgeAlerts } from './alerts.ts';
import { apiKind } from './api-kind.ts';
import { dropGatewayFiles, guardGatewayFiles } from './files.ts';
import { forgetOldCalls } from './logs.ts';
import { gatewayNotices } from './notices.ts';
import { gatewayRoutes } from './routes.ts';
import { snapshotSubscriber } from './snapshots.ts';
import { sendTraces, startTelemetry } from './telemetry.ts';
import { constraintCodes } from './tables.ts';

export const gatewayModule: Module = {
  name: 'gateway',
  routes: gatewayRoutes,
  kinds: [apiKind],
  subscribers: [snapshotSubscriber, gatewayNotices, dropGatewayFiles],
  periodic: [forgetOldCalls, judgeAlerts, sendTraces],
  constraintCodes,
  start(platform) {
    guardGatewayFiles(platform);
    return startTelemetry(platform);
  },
};
