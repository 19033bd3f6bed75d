import { subscribedKinds, toldWays } from '@formwork/contract/analytics/told-api.ts';
import { Locale } from '@formwork/contract/identity/api.ts';
import { Receiver } from '@formwork/contract/records/share.ts';
import { z } from 'zod';
import type { RunName } from '../../../platform/runs/runs.ts';

const payload = z.union([
  z.object({ subscription: z.uuid() }),
  z.object({
    once: z.object({
      owner: z.uuid(),
      kind: z.enum(subscribedKinds),
      thing: z.uuid(),
      receivers: z.array(Receiver),
      ways: z.array(z.enum(toldWays)),
      locale: Locale.default('zh-CN'),
    }),
  }),
]);
export type Sending = z.infer<typeof payload>;

/** A subscription is sent, asked for by its owner or by the clock; or a chart or dashboard once, by a rule or a flow. */
export const sendSubscription: RunName<Sending> = { kind: 'analytics.send', payload };
