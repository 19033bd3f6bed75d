import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Module } from '../../../../platform/module.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { guardFiles } from '../../../files/public.ts';
import { etlFlowKind } from '../../flows/flow-kind.ts';
import { etlFlowRun } from '../../flows/run-flow.ts';
import { startFlow } from '../../flows/start-flow.ts';
import { heldTasks } from '../contracts.ts';
import { etlEnds } from '../../flows/subscriber.ts';
import { asPerson } from '../../../identity/public.ts';
import { taskActions } from '../actions.ts';
import { endedChanges } from '../ended-changes.ts';
import { taskFiles } from '../files.ts';
import { etlTaskRoutes } from '../routes.ts';
import { etlTaskRun } from '../run-task.ts';
import { requireValues, scheduledKind, scheduledTask } from '../scheduled.ts';
import { etlTaskKind } from '../task-kind.ts';

/** What tasks and flows bring to the module. */
export const taskParts = {
  routes: etlTaskRoutes,
  actions: taskActions,
  kinds: [etlTaskKind, etlFlowKind],
  runs: [etlTaskRun, etlFlowRun],
  subscribers: [etlEnds, endedChanges, heldTasks],
  scheduled: {
    etl_task: scheduledTask,
    etl_flow: {
      ...scheduledKind('etl_flow', async (platform, due) => {
        const ctx = await asPerson({ platform, spaceId: due.spaceId }, due.by, 'a flow is due');
        await startFlow(ctx, due.ofId, { id: due.run, trigger: 'schedule', due: due.due });
      }),
      requireReady: requireValues('etl_flow'),
    },
  },
} satisfies Partial<Module>;

export function startTasks(platform: Platform): void {
  guardFiles(platform, taskFiles.kind, ({ user }) => roleHolds(user.role, 'etl.task.read'));
}
