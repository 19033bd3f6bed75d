import { z } from 'zod';
import type { Cause } from './cause.ts';
import type { RunName } from '../../platform/runs/runs.ts';

const Payload = z.object({
  /** Values of the flow's inputs. */
  input: z.record(z.string(), z.unknown()),
  /** What started it: the payload of a trigger, of a message, of a call. */
  event: z.unknown(),
  cause: z.object({ root: z.string(), depth: z.int(), parent: z.uuid().optional() }) satisfies z.ZodType<Cause>,
});
export type FlowPayload = z.infer<typeof Payload>;

export const flowRun = { kind: 'orchestration.flow', payload: Payload } satisfies RunName<FlowPayload>;
