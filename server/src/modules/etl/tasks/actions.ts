import { z } from 'zod';
import { action } from '../../../platform/actions.ts';
import { idOfAsked } from '../../../platform/runs/run-ids.ts';
import { requireOn } from '../../definitions/public.ts';
import { startTask } from './start.ts';

export const taskActions = {
  'etl.run': action({
    title: { zh: '运行数据任务', en: 'Run a data task' },
    input: z.object({ task: z.string().min(1).max(200), day: z.iso.date().optional() }),
    output: z.object({ run: z.uuid() }),
    effect: 'space',
    // a task reads and writes in somebody's name
    actsAs: ['person', 'author'],
    async run(ctx, { task, day }, key) {
      await requireOn(ctx, 'etl_task', task, 'use');
      const { id } = await startTask(ctx, task, { id: idOfAsked(key), trigger: 'flow', day });
      return { run: id };
    },
  }),
};
