import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { SortText } from './sort-text.ts';

const exportFormats = ['xlsx', 'csv'] as const;
const exportEncodings = ['utf-8', 'gb18030'] as const;
/** What Excel holds in one sheet; a larger export goes on in another. */
export const mostExportedPictures = 20_000;
/** How long a file may be fetched. */
export const exportDays = 3;

export const ExportRequest = z
  .object({
    format: z.enum(exportFormats),
    /** Of csv. */
    encoding: z.enum(exportEncodings).optional(),
    delimiter: z
      .string()
      .length(1)
      .regex(/^[^"\r\n]$/)
      .optional(),
    /** Fields in the order of the columns. */
    columns: z.array(z.string().max(41)).min(1).max(500),
    /** Which records: those of a list, by filter, search and order; or these. */
    filter: z.string().max(50_000).optional(),
    search: z.string().max(200).optional(),
    sort: SortText.optional(),
    ids: z.array(uuid).min(1).max(10_000).optional(),
    /** Slave tables, each as a sheet of its own; xlsx alone has more than one. */
    tables: z.array(shortId).max(50).optional(),
    /** Pictures in their cells, instead of their names. */
    pictures: z.boolean().optional(),
    /** A zip with the table and the files that its records hold. */
    files: z.boolean().optional(),
  })
  .refine(({ format, tables, pictures }) => format === 'xlsx' || (!tables?.length && !pictures), {
    path: ['format'],
    message: 'csv is one table',
  });
export type ExportRequest = z.infer<typeof ExportRequest>;

/** As the specification names them; one that was stopped is `cancelled` until it is removed. */
const exportStates = ['preparing', 'ready', 'failed', 'cancelled'] as const;

export const ExportView = z.object({
  id: uuid,
  jobId: z.string().nullable(),
  formId: shortId,
  formTitle: Text,
  appId: shortId,
  appTitle: Text,
  /** The system that the application belongs to. */
  systemTitle: Text.nullable(),
  fileName: z.string(),
  state: z.enum(exportStates),
  done: z.number().int(),
  total: z.number().int(),
  rows: z.number().int().nullable(),
  size: z.number().int().nullable(),
  /** To be fetched through `files`. */
  fileId: uuid.nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  /** When the file goes. */
  endsAt: z.string(),
});
export type ExportView = z.infer<typeof ExportView>;

const exportParams = z.object({ exportId: uuid });

export const exportApi = {
  start: endpoint({
    method: 'POST',
    path: '/records/:formId/exports',
    permission: 'records.record.read',
    summary: 'Export records as a file, by a job; the one before of the same application goes',
    params: z.object({ formId: shortId }),
    body: ExportRequest,
    response: z.object({ exportId: uuid, jobId: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/records/exports',
    permission: 'records.record.read',
    summary: 'The own exports of the last three days, the latest of each application',
    response: z.object({ exports: z.array(ExportView) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/records/exports/:exportId',
    permission: 'records.record.read',
    summary: 'State and file of an own export',
    params: exportParams,
    response: ExportView,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/records/exports/:exportId/cancellation',
    permission: 'records.record.read',
    summary: 'Stop an own export',
    params: exportParams,
    response: ExportView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/records/exports/:exportId',
    permission: 'records.record.read',
    summary: 'Remove an own export with its file',
    params: exportParams,
    response: nothing,
  }),
};
