import type { subscribedKinds } from '@formwork/contract/analytics/told-api.ts';
import { z } from 'zod';
import { action } from '../../../platform/actions.ts';
import { refuse } from '../../../platform/errors.ts';
import { idOfAsked } from '../../../platform/runs/run-ids.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import { requireSeen } from '../require-seen.ts';
import { sendSubscription } from './send-name.ts';
import { requireReceivers } from './subscriptions.ts';

export const analyticsActions = {
  'analytics.send': action({
    title: { zh: '发送图表、仪表盘或大屏', en: 'Send a chart, a dashboard or a screen' },
    input: z.object({
      chart: z.uuid().optional(),
      dashboard: z.uuid().optional(),
      screen: z.uuid().optional(),
      people: z.array(z.uuid()).min(1).max(100),
      mail: z.boolean().default(false),
    }),
    output: z.object({ run: z.uuid() }),
    effect: 'space',
    // it shows what somebody may see; each receiver gets what they may see of it
    actsAs: ['person', 'author'],
    async run(ctx, { chart, dashboard, screen, people, mail }, key) {
      const named = Object.entries({ chart, dashboard, screen }).filter(([, id]) => id !== undefined);
      if (named.length !== 1) throw refuse('analytics.send.which');
      const [kind, thing] = named[0] as [(typeof subscribedKinds)[number], string];
      const { can } = await requireSeen(ctx, kind, thing);
      const receivers = people.map((id) => ({ kind: 'people' as const, id }));
      await requireReceivers(ctx, receivers, can.includes('edit'));
      const ways = mail ? (['mail', 'message'] as const) : (['message'] as const);
      const once = { owner: ctx.user.id, kind, thing, receivers, ways: [...ways], locale: ctx.locale };
      const { id } = await startRunNow(ctx, sendSubscription, { once }, { id: idOfAsked(key), trigger: 'flow' });
      return { run: id };
    },
  }),
};
