import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What the operator sees first: how many there are, and whether the house runs. */
export const Overview = z.object({
  spaces: z.number(),
  accounts: z.number(),
  activeToday: z.number(),
  openSessions: z.number(),
  failedEvents: z.number(),
  databaseBytes: z.number(),
  spacesNewest: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })),
});
export type Overview = z.infer<typeof Overview>;

export const LogRow = z.object({
  seq: z.number(),
  at: z.iso.datetime(),
  actor: z.string().nullable(),
  actorName: z.string().nullable(),
  type: z.string(),
  subject: z.string(),
  ip: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type LogRow = z.infer<typeof LogRow>;

export const operationsApi = {
  overview: endpoint({
    method: 'GET',
    path: '/operations/overview',
    permission: 'operations.overview.read',
    summary: 'Figures of the whole platform.',
    response: Overview,
  }),
  log: endpoint({
    method: 'GET',
    path: '/operations/log',
    permission: 'operations.log.read',
    summary: "The operator space's audit trail, newest first.",
    query: z.object({
      before: z.number().int().optional(),
      type: z.string().max(100).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(LogRow), next: z.number().nullable() }),
  }),
  checkLog: endpoint({
    method: 'GET',
    path: '/operations/log/integrity',
    permission: 'operations.log.read',
    summary: 'Checks the hash chain of the audit trail; names the first row that does not hold.',
    response: z.object({ rows: z.number(), firstBroken: z.number().nullable() }),
  }),
};
