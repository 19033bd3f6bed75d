import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';

/** A search shows so many; whoever finds more has to refine it. */
export const mostSearched = 600;

const where = {
  appId: shortId,
  formId: shortId,
  recordId: uuid,
  app: Text,
  form: Text,
  /** Of the record, as the person sees it; may be empty. */ title: z.string(),
};

export const FoundRecord = z.object({
  ...where,
  /** The value in which the search stands, where that is not the title, with the name of its field. */
  where: z.object({ field: Text, text: z.string() }).nullable(),
  modifiedAt: z.string().nullable(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

export const FoundFile = z.object({ ...where, fileId: uuid, name: z.string(), size: z.number(), type: z.string() });
export type FoundFile = z.infer<typeof FoundFile>;

const SearchQuery = z.object({
  search: z.string().trim().min(1).max(100),
  offset: z.number().int().min(0).max(mostSearched).optional(),
  limit: z.number().int().min(1).max(50).optional(),
});
/** `found` counts what there is, up to the limit; `more` says that the limit leaves something out. */
const answer = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), found: z.int(), more: z.boolean() });

export const searchApi = {
  records: endpoint({
    method: 'GET',
    path: '/search/records',
    permission: 'records.record.read',
    agents: 'read',
    query: SearchQuery,
    response: answer(FoundRecord),
    summary: `Records of all applications in which every word of the search stands, or whose names are spelled like it, the newest first, up to ${mostSearched}`,
  }),
  files: endpoint({
    method: 'GET',
    path: '/search/files',
    permission: 'records.record.read',
    agents: 'read',
    query: SearchQuery,
    response: answer(FoundFile),
    summary: 'Attachments of records by their names, likewise',
  }),
};
