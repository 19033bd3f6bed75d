import type { Module } from '../../platform/module.ts';
import { runKind } from '../../platform/runs/run-kinds.ts';
import { knowFormStarts } from '../records/public.ts';
import { flowActions } from './actions.ts';
import { flowButtons } from './starts/buttons.ts';
import { flowDates } from './starts/dates.ts';
import { endedSubscriber } from './ended.ts';
import { flowKind } from './flow-kind.ts';
import { dropOldMessages } from './retention.ts';
import { orchestrationRoutes } from './routes.ts';
import { maySeeRuns } from './run-access.ts';
import { flowRun } from './run-name.ts';
import { advanceFlow, cancelFlow, resumeFlow } from './runner.ts';
import { scheduledFlows } from './starts/scheduled.ts';
import { constraintCodes } from './tables.ts';
import { readInboxes } from './waits.ts';
import { triggerSubscriber } from './starts/triggers.ts';

export const orchestrationModule: Module = {
  name: 'orchestration',
  routes: orchestrationRoutes,
  kinds: [flowKind],
  actions: flowActions,
  subscribers: [triggerSubscriber, endedSubscriber],
  periodic: [dropOldMessages, flowDates],
  scheduled: { orchestration: scheduledFlows },
  constraintCodes,
  start(platform) {
    knowFormStarts(platform, flowButtons);
  },
  runs: [
    runKind({
      ...flowRun,
      retries: 20,
      keep: { finished: 30, failed: 90 },
      advance: advanceFlow,
      before: readInboxes,
      cancel: cancelFlow,
      resume: resumeFlow,
      maySee: maySeeRuns,
    }),
  ],
};
