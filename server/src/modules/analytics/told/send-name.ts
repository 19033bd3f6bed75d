import { z } from 'zod';
import type { RunName } from '../../../platform/runs/runs.ts';

const payload = z.object({ subscription: z.uuid() });

/** A subscription is sent: asked for by its owner or by the clock. */
export const sendSubscription: RunName<z.infer<typeof payload>> = { kind: 'analytics.send', payload };
