import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { holdApi } from './hold.ts';

/** What the operator sees first: how many there are, and whether the house runs. */
export const Overview = z.object({
  spaces: z.number(),
  accounts: z.number(),
  activeToday: z.number(),
  openSessions: z.number(),
  failedEvents: z.number(),
  databaseBytes: z.number(),
  /** Null where there is none. Away: nobody receives the log; lost: it waited for longer than the database keeps it. */
  continuousBackup: z.enum(['on', 'away', 'lost']).nullable(),
  spacesNewest: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })),
});
export type Overview = z.infer<typeof Overview>;

export const operationsApi = {
  ...holdApi,
  overview: endpoint({
    method: 'GET',
    path: '/operations/overview',
    permission: 'operations.overview.read',
    summary: 'Figures of the whole platform.',
    response: Overview,
  }),
};
