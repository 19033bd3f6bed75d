import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';

/** A deleted record. Its title is all that the bin tells of what it said. */
export const BinRow = z.object({
  id: uuid,
  title: z.string(),
  formId: shortId,
  /** null where the form is gone, and its records can only be removed for good. */
  form: z.object({ title: Text, appId: shortId, appTitle: Text }).nullable(),
  deletedBy: uuid.nullable(),
  deletedAt: z.iso.datetime(),
});
export type BinRow = z.infer<typeof BinRow>;

export const BinQuery = z.object({
  app: shortId.optional(),
  form: shortId.optional(),
  person: uuid.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** A part of the title. */
  search: z.string().trim().max(100).optional(),
  after: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(200).optional(),
});

export const binRefusals = ['gone', 'form_gone', 'value_taken', 'invalid'] as const;

/** What became of one record that was to come back. */
export const Restored = z.object({
  id: uuid,
  title: z.string(),
  /** Why it stays in the bin; null when it is back. */
  refused: z.enum(binRefusals).nullable(),
  /** The field whose value another record has taken meanwhile. */
  field: Text.optional(),
  /** Titles of fields and slave tables that the form has no more: their values stay out. */
  dropped: z.array(Text),
});
export type Restored = z.infer<typeof Restored>;

/** So many at a time: a page does more in several calls and shows how far it is. */
export const mostBinned = 50;
const ids = z.object({ ids: z.array(uuid).min(1).max(mostBinned) });

export const binApi = {
  list: endpoint({
    method: 'GET',
    path: '/records/bin',
    permission: 'records.bin.read',
    summary: 'Deleted records, the latest first: title, form, who and when; nothing of what else they say',
    query: BinQuery,
    response: z.object({ rows: z.array(BinRow), next: z.string().nullable() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/records/bin/restoration',
    permission: 'records.bin.edit',
    summary: 'Bring deleted records back with slave rows and shares; answers what became of each',
    body: ids,
    response: z.object({ outcomes: z.array(Restored) }),
  }),
  purge: endpoint({
    method: 'POST',
    path: '/records/bin/purge',
    permission: 'records.bin.edit',
    summary: 'Remove deleted records for good, with their history, comments and files',
    body: ids,
    response: z.object({ purged: z.number().int() }),
  }),
};
