import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';

const formParams = z.object({ formId: shortId });
const recordParams = z.object({ formId: shortId, recordId: uuid });

/** Whom a record is given to: everybody who belongs to it at the moment; a department means those below it too. */
export const receiverKinds = ['people', 'departments', 'posts', 'groups', 'roles'] as const;
export const Receiver = z.object({
  kind: z.enum(receiverKinds),
  id: z.string().min(1).max(64),
  /** Taken out of what the others bring in. */ except: z.boolean().optional(),
});
export type Receiver = z.infer<typeof Receiver>;

/** What it lets them do; to delete is to change as well. Monitoring reads, and follows the process too. */
export const shareLevels = ['view', 'modify', 'delete', 'monitor'] as const;
export const ShareLevel = z.enum(shareLevels);
export type ShareLevel = z.infer<typeof ShareLevel>;

export const mostAtOnce = 100;
export const mostRowsMoved = 1_000;
export const mostRowsShared = 500;
/** People a share may reach, over all records of one call: each is a row. */
export const mostReached = 20_000;

export const Share = z.object({
  id: uuid,
  receivers: z.array(Receiver.extend({ name: z.string() })),
  level: ShareLevel,
  /** Rows of one slave table alone; null: the whole record. */
  rows: z.object({ table: z.string(), count: z.number().int() }).nullable(),
  /** How many people it reaches today. */
  people: z.number().int(),
  by: uuid,
  at: z.iso.datetime(),
});
export type Share = z.infer<typeof Share>;

export const refusedMoves = [
  'records.record.not_found',
  'records.record.no_share',
  'records.record.no_transfer',
  'records.record.no_batch',
  'records.record.in_process',
  'records.share.no_level',
  'records.transfer.same_owner',
  'records.record.slot_taken',
  'records.transfer.column_full',
] as const;

/** What became of one record of several; null: it was done. */
export const Moved = z.object({ id: uuid, refused: z.enum(refusedMoves).nullable() });
export type Moved = z.infer<typeof Moved>;

export const shareApi = {
  shares: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/shares',
    permission: 'records.record.read',
    summary: 'Whom the record is shared with, for those who may share it',
    params: recordParams,
    response: z.object({ shares: z.array(Share) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/records/:formId/shares',
    permission: 'records.record.edit',
    summary: 'Share records with people, departments, posts, groups and roles; answers what became of each record',
    params: formParams,
    body: z.object({
      records: z.array(uuid).min(1).max(mostAtOnce),
      receivers: z.array(Receiver).max(200),
      level: ShareLevel,
    }),
    response: z.object({ outcomes: z.array(Moved), people: z.number().int() }),
  }),
  shareRows: endpoint({
    method: 'POST',
    path: '/records/:formId/:recordId/row-shares',
    permission: 'records.record.edit',
    summary:
      'Let people, departments, posts, groups and roles see some rows of a slave table, and chosen fields of the record beside them',
    params: recordParams,
    body: z.object({
      table: shortId,
      rows: z.array(uuid).min(1).max(mostRowsShared),
      fields: z.array(shortId).max(500),
      receivers: z.array(Receiver).max(200),
    }),
    response: z.object({ people: z.number().int() }),
  }),
  endShare: endpoint({
    method: 'DELETE',
    path: '/records/:formId/:recordId/shares/:shareId',
    permission: 'records.record.edit',
    summary: 'End a share: what it gave is taken back',
    params: recordParams.extend({ shareId: uuid }),
    response: nothing,
  }),
  transferRows: endpoint({
    method: 'POST',
    path: '/records/:formId/:recordId/row-transfers',
    permission: 'records.record.edit',
    summary: 'Give rows of a slave table to another record of the form; both are saved at once',
    params: recordParams,
    body: z.object({
      table: shortId,
      rows: z.array(uuid).min(1).max(mostRowsMoved),
      /** A record. */ to: uuid,
      expectedVersion: z.number().int(),
    }),
    response: z.object({ version: z.number().int(), toVersion: z.number().int() }),
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/records/:formId/transfers',
    permission: 'records.record.edit',
    summary: 'Give records to another owner; answers what became of each',
    params: formParams,
    body: z.object({ records: z.array(uuid).min(1).max(mostAtOnce), to: uuid }),
    response: z.object({ outcomes: z.array(Moved) }),
  }),
};
