import { z } from 'zod';
import type { RunName } from '../../platform/runs/runs.ts';

const Payload = z.object({ installId: z.uuid(), /** With what comes once. */ samples: z.boolean().optional() });
export type InstallPayload = z.infer<typeof Payload>;

export const applyRun = { kind: 'packages.apply', payload: Payload } satisfies RunName<InstallPayload>;
export const rollbackRun = { kind: 'packages.rollback', payload: Payload } satisfies RunName<InstallPayload>;
