import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { ValuesShape } from './record.ts';

/** So many records can be named one by one. */
export const mostChosen = 10_000;
/** So many a filter may find. */
export const mostFound = 100_000;

/** The same values for all of them, as if each were saved by hand; or all of them go to the bin. */
export const BulkChange = z.discriminatedUnion('does', [
  z.object({
    does: z.literal('edit'),
    values: ValuesShape.refine((values) => Object.keys(values).length > 0, { error: 'empty' }),
  }),
  z.object({ does: z.literal('delete') }),
]);
export type BulkChange = z.infer<typeof BulkChange>;

/** One that stays as it was, and why. */
export const BulkRefusal = z.object({ id: uuid, title: z.string(), code: z.string(), field: z.string().nullable() });
export type BulkRefusal = z.infer<typeof BulkRefusal>;

/** What the job ends with; `refusals` are the first ones. */
export const BulkResult = z.object({
  formId: shortId,
  done: z.number().int(),
  refused: z.number().int(),
  refusals: z.array(BulkRefusal),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const bulkApi = {
  start: endpoint({
    method: 'POST',
    path: '/records/:formId/bulk-changes',
    permission: 'records.record.edit',
    summary:
      'Change or delete many records as a job: those named by id, or all that filter and search find. Each with the rights and checks of a save by hand',
    params: z.object({ formId: shortId }),
    body: z.object({
      change: BulkChange,
      ids: z.array(uuid).min(1).max(mostChosen).optional(),
      filter: z.string().max(20_000).optional(),
      search: z.string().max(200).optional(),
    }),
    response: z.object({ jobId: uuid, total: z.number().int() }),
  }),
};
