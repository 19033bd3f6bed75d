import type { Module } from '../../platform/module.ts';
import { workflowActions, workflowTriggers } from './actions.ts';
import { timers } from './automatic/run-timers.ts';
import { startWorkflow } from './boot.ts';
import { draftSubscriber } from './design/drafts.ts';
import { processPart } from './design/package-part.ts';
import { templateFlowsSubscriber } from './design/template-flows.ts';
import { pushLater } from './notify/push-later.ts';
import { pushSubscriber } from './notify/push.ts';
import { liveSubscriber, wakeSubscriber } from './notify/subscribers.ts';
import { workflowRoutes } from './routes.ts';
import { constraintCodes } from './tables.ts';

export const workflowModule: Module = {
  name: 'workflow',
  routes: workflowRoutes,
  parts: [processPart],
  actions: workflowActions,
  triggers: workflowTriggers,
  periodic: [pushLater, timers],
  subscribers: [liveSubscriber, pushSubscriber, draftSubscriber, wakeSubscriber, templateFlowsSubscriber],
  constraintCodes,
  start: startWorkflow,
};
