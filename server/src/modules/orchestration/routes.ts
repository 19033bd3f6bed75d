import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { pressFlow } from './starts/buttons.ts';
import { callFlow, leaveMessage, pauseRun, replay, startByHand } from './calls.ts';
import { takeCallback } from './callbacks.ts';
import { flowHook, takeHook } from './starts/hooks.ts';
import { rerunChoices, rerunFlow } from './rerun.ts';
import { exportRun, listFlowRuns, standOf } from './run-lists.ts';
import { runsSheet } from './run-sheet.ts';
import { lastInput, tryNode } from './trial.ts';

export function orchestrationRoutes(server: Server): void {
  routeDirect(server, orchestrationApi.call, callFlow);
  routeDirect(server, orchestrationApi.start, startByHand);
  routeDirect(server, orchestrationApi.press, pressFlow);
  routeDirect(server, orchestrationApi.runs, listFlowRuns);
  routeDirect(server, orchestrationApi.runsSheet, runsSheet);
  routeDirect(server, orchestrationApi.stand, standOf);
  routeDirect(server, orchestrationApi.pause, pauseRun);
  routeDirect(server, orchestrationApi.rerunChoices, rerunChoices);
  routeDirect(server, orchestrationApi.rerun, rerunFlow);
  routeDirect(server, orchestrationApi.replay, replay);
  routeDirect(server, orchestrationApi.export, exportRun);
  routeDirect(server, orchestrationApi.message, leaveMessage);
  routeVisitor(server, orchestrationApi.callback, takeCallback);
  routeVisitor(server, orchestrationApi.hook, takeHook);
  routeDirect(server, orchestrationApi.hookOf, flowHook);
  routeDirect(server, orchestrationApi.trial, tryNode);
  routeDirect(server, orchestrationApi.lastInput, lastInput);
}
