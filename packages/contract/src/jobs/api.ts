import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';

export const jobStates = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export const JobState = z.enum(jobStates);
export type JobState = z.infer<typeof JobState>;

/** Work that goes on after the call which asked for it: imports, exports, bulk changes. */
export const JobView = z.object({
  id: uuid,
  kind: z.string(),
  state: JobState,
  done: z.number(),
  /** 0 while the amount of work is not known. */
  total: z.number(),
  /** What the kind of job promises, once it is finished. */
  result: z.unknown(),
  error: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }).nullable(),
  cancelRequested: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type JobView = z.infer<typeof JobView>;

/** Sent to the owner's sockets while a job runs and when it ends. */
export interface JobMessage {
  type: 'job.progress';
  id: string;
  kind: string;
  state: JobState;
  done: number;
  total: number;
}

export const jobsApi = {
  list: endpoint({
    method: 'GET',
    path: '/jobs',
    permission: 'signed-in',
    summary: 'The latest jobs of the signed-in person.',
    query: z.object({ kind: z.string().max(100).optional(), state: JobState.optional(), limit: z.number().int().min(1).max(100).default(20) }),
    response: z.array(JobView),
  }),
  get: endpoint({
    method: 'GET',
    path: '/jobs/:jobId',
    permission: 'signed-in',
    summary: 'One job of the signed-in person.',
    params: z.object({ jobId: uuid }),
    response: JobView,
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/jobs/:jobId/cancellation',
    permission: 'signed-in',
    summary: 'Ask a job to stop; a queued one stops at once, a running one when its work is in order.',
    params: z.object({ jobId: uuid }),
    response: JobView,
  }),
};
