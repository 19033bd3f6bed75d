import { z } from 'zod';
import { action, idOf } from '../../platform/actions.ts';
import { called } from './calls.ts';

export const ruleActions = {
  'rules.run': action({
    title: { zh: '运行规则', en: 'Run a rule' },
    input: z.object({ rule: z.string(), input: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({ result: z.record(z.string(), z.unknown()), refused: z.string().nullable() }),
    effect: 'space',
    actsAs: ['person', 'author', 'system'],
    async run(ctx, { rule, input }, key) {
      const { result, refused } = await called(ctx, rule, input, idOf(key));
      return { result, refused };
    },
  }),
};
