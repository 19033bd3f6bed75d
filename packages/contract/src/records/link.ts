import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { mostVisits, Visit } from '../visitors/visit.ts';

/** Links to one record for whoever holds them: what is chosen of it, read only, for a while. */

const recordParams = z.object({ formId: shortId, recordId: uuid });

export const linkMostDays = 365;
export const linkPasswordLength = 6;
export const mostLinkRows = 500;

export const RecordLink = z.object({
  id: uuid,
  /** Ids of fields and slave tables that it shows. */
  fields: z.array(z.string()),
  /** Rows of its slave tables that it shows; null: all of them. */
  rows: z.array(uuid).nullable(),
  files: z.boolean(),
  password: z.boolean(),
  expiresAt: z.iso.datetime(),
  by: uuid,
  at: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  opened: z.number().int(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** It ends after so many visits; null: it does not. */
  most: z.int().nullable(),
});
export type RecordLink = z.infer<typeof RecordLink>;

const SharedFile = z.object({ id: uuid, name: z.string(), size: z.number(), type: z.string() });

/** What a visitor reads: texts, no ids of people and no definition. */
export const SharedRecord = z.object({
  locked: z.literal(false),
  /** Shown with the next calls in place of the password; holds for half an hour. */
  ticket: z.string(),
  space: z.string(),
  form: Text,
  title: z.string(),
  expiresAt: z.iso.datetime(),
  fields: z.array(z.object({ id: z.string(), title: Text, text: z.string(), files: z.array(SharedFile).optional() })),
  tables: z.array(
    z.object({
      id: z.string(),
      title: Text,
      columns: z.array(z.object({ id: z.string(), title: Text })),
      rows: z.array(z.array(z.string())),
    }),
  ),
});
export type SharedRecord = z.infer<typeof SharedRecord>;

/** As it stands in the address. It travels in bodies alone, so that it is in no log of calls. */
const token = z.string().min(1).max(200);

export const linkApi = {
  links: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/links',
    permission: 'records.record.read',
    summary: 'Links to the record, for those who may share it',
    params: recordParams,
    response: z.object({ links: z.array(RecordLink) }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/records/:formId/:recordId/links',
    permission: 'records.record.edit',
    summary: 'Make a link for visitors; its token is answered this once',
    params: recordParams,
    body: z.object({
      fields: z.array(z.string().max(41)).max(500),
      rows: z.array(uuid).min(1).max(mostLinkRows).nullish(),
      files: z.boolean(),
      expiresAt: z.iso.datetime({ offset: true }),
      password: z.string().max(200).nullable(),
      most: z.int().min(1).max(mostVisits).nullish(),
    }),
    response: z.object({ link: RecordLink, token: z.string() }),
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/records/:formId/:recordId/links/:linkId',
    permission: 'records.record.edit',
    summary: 'End a link at once',
    params: recordParams.extend({ linkId: uuid }),
    response: nothing,
  }),
  visits: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/links/:linkId/visits',
    permission: 'records.record.read',
    summary: 'Who opened a link, the last ones first',
    params: recordParams.extend({ linkId: uuid }),
    response: z.object({ visits: z.array(Visit) }),
  }),
  open: endpoint({
    method: 'POST',
    path: '/share/opening',
    permission: 'anyone',
    summary: 'What a link shows, or that it asks for its password; with the ticket of an opening it is no new visit',
    body: z.object({ token, password: z.string().max(200).optional(), ticket: z.string().max(200).optional() }),
    response: z.union([z.object({ locked: z.literal(true) }), SharedRecord]),
  }),
  openFile: endpoint({
    method: 'POST',
    path: '/share/files/:fileId',
    permission: 'anyone',
    summary: 'A file of what a link shows, with the ticket of its opening',
    params: z.object({ fileId: uuid }),
    body: z.object({ token, ticket: z.string().max(200) }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
