import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { importStates } from '../records/import.ts';

/** Columns of a spreadsheet of people, in their order. */
export const sheetColumns = ['login', 'name', 'department', 'post', 'role', 'superior', 'gender', 'birthday', 'phone', 'email', 'extension', 'entryDate', 'jobDescription'] as const;
export type SheetColumn = (typeof sheetColumns)[number];

export const PeopleImport = z.object({
  id: uuid,
  jobId: uuid.nullable(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Columns that are read; the others are left aside. */
  columns: z.array(z.enum(sheetColumns)),
  ignored: z.array(z.string()),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
});
export type PeopleImport = z.infer<typeof PeopleImport>;

const ofImport = z.object({ importId: uuid });
const edits = 'organization.person.edit';

export const sheetsApi = {
  importTemplate: endpoint({ method: 'GET', path: '/organization/people-sheets/template', permission: edits, summary: 'An empty spreadsheet of people with the columns an import knows.', response: z.unknown(), transfer: 'stream' }),
  exportPeople: endpoint({
    method: 'GET',
    path: '/organization/people-sheets/export',
    permission: edits,
    summary: 'People as a spreadsheet that can be imported again: all, or those of a department and below.',
    query: z.object({ department: uuid.optional(), state: z.enum(['enabled', 'disabled', 'all']).default('enabled') }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  uploadPeopleSheet: endpoint({ method: 'POST', path: '/organization/people-imports', permission: edits, summary: 'Upload a spreadsheet of people (xls, xlsx or csv; one file); answers which columns are understood.', response: PeopleImport, transfer: 'multipart' }),
  getPeopleImport: endpoint({ method: 'GET', path: '/organization/people-imports/:importId', permission: edits, summary: 'How far an import of people is.', params: ofImport, response: PeopleImport }),
  startPeopleImport: endpoint({
    method: 'POST',
    path: '/organization/people-imports/:importId/start',
    permission: edits,
    summary: 'Import the uploaded people by a job: new logins become accounts with this initial password, known ones are changed; departments and posts that are not there are made.',
    params: ofImport,
    body: z.object({ password: z.string().max(200) }),
    response: PeopleImport,
    rights: true,
  }),
  importFailures: endpoint({ method: 'GET', path: '/organization/people-imports/:importId/failures', permission: edits, summary: 'The rows that were refused, each with the reason, as a spreadsheet.', params: ofImport, response: z.unknown(), transfer: 'stream' }),
};
