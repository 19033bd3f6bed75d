import { z } from 'zod';
import { action, idOf, trigger } from '../../platform/actions.ts';
import { advance } from './commands/advance.ts';
import { start } from './commands/start.ts';

const ofRecord = z.object({ formId: z.string(), recordId: z.uuid() });

export const workflowActions = {
  'workflow.start': action({
    title: { zh: '发起流程', en: 'Start a process' },
    input: ofRecord,
    output: z.object({ instanceId: z.uuid() }),
    effect: 'space',
    actsAs: ['person', 'author'],
    async run(ctx, params, key) {
      const { instance } = await start(ctx, { params, query: {}, body: { commandId: idOf(key) } });
      return { instanceId: instance.id };
    },
  }),
  'workflow.advance': action({
    title: { zh: '推进流程', en: 'Advance a process' },
    input: ofRecord.extend({ comment: z.string().max(2_000).optional() }),
    output: z.object({ instanceId: z.uuid() }),
    effect: 'space',
    actsAs: ['person', 'author'],
    run: (ctx, input, key) => advance(ctx, input, idOf(key)),
  }),
};

const Step = ofRecord.extend({ instanceId: z.uuid(), state: z.string(), finished: z.boolean() });

export const workflowTriggers = {
  'workflow.step': trigger({
    title: { zh: '流程流转', en: 'A process took a step' },
    of: ['workflow.'],
    filter: z.object({ formId: z.string(), finished: z.boolean().optional() }),
    payload: Step,
    // events of definitions and of comments are no steps
    read: (_platform, _spaceId, { data }) => Step.safeParse(data).data,
    fits: ({ formId, finished }, payload) =>
      payload.formId === formId && (finished === undefined || payload.finished === finished),
  }),
};
