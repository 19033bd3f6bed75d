import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { EncodingChoice, GivenEncoding } from '../records/encodings.ts';
import { importStates, SheetName, SheetReading } from '../records/import.ts';

/** Columns of a spreadsheet of people, in their order. */
export const sheetColumns = [
  'login',
  'name',
  'department',
  'post',
  'role',
  'superior',
  'gender',
  'birthday',
  'phone',
  'email',
  'extension',
  'entryDate',
  'jobDescription',
] as const;
export type SheetColumn = (typeof sheetColumns)[number];

/** How the file is read; its first row names the columns. */
export const PeopleReading = SheetReading.omit({ headerRow: true });
export type PeopleReading = z.infer<typeof PeopleReading>;

export const PeopleImport = z.object({
  id: uuid,
  jobId: uuid.nullable(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Columns that are read; the others are left aside. */
  columns: z.array(z.enum(sheetColumns)),
  ignored: z.array(z.string()),
  /** Until it is begun the reading can be changed; null before and after. */
  reading: PeopleReading.nullable(),
  sheets: z.array(SheetName),
  encodings: z.array(EncodingChoice),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
});
export type PeopleImport = z.infer<typeof PeopleImport>;

const ofImport = z.object({ importId: uuid });
const edits = 'organization.person.edit';
const people = ['people'] as const;

export const sheetsApi = {
  importTemplate: endpoint({
    method: 'GET',
    path: '/organization/people-sheets/template',
    permission: edits,
    delegable: people,
    summary: 'An empty spreadsheet of people with the columns an import knows.',
    response: z.unknown(),
    transfer: 'stream',
  }),
  exportPeople: endpoint({
    method: 'GET',
    path: '/organization/people-sheets/export',
    permission: edits,
    delegable: people,
    summary: 'People as a spreadsheet that can be imported again: all, or those of a department and below.',
    query: z.object({ department: uuid.optional(), state: z.enum(['enabled', 'disabled', 'all']).default('enabled') }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  uploadPeopleSheet: endpoint({
    method: 'POST',
    path: '/organization/people-imports',
    permission: edits,
    delegable: people,
    summary: 'Upload a spreadsheet of people (xls, xlsx or csv; one file); answers which columns are understood.',
    query: GivenEncoding,
    response: PeopleImport,
    transfer: 'multipart',
  }),
  readPeopleSheet: endpoint({
    method: 'POST',
    path: '/organization/people-imports/:importId/reading',
    permission: edits,
    delegable: people,
    summary: 'Read the uploaded people again in another encoding, or from another sheet of the workbook.',
    params: ofImport,
    body: PeopleReading,
    response: PeopleImport,
  }),
  getPeopleImport: endpoint({
    method: 'GET',
    path: '/organization/people-imports/:importId',
    permission: edits,
    delegable: people,
    summary: 'How far an import of people is.',
    params: ofImport,
    response: PeopleImport,
  }),
  startPeopleImport: endpoint({
    method: 'POST',
    path: '/organization/people-imports/:importId/start',
    permission: edits,
    delegable: people,
    summary:
      'Import the uploaded people by a job: new logins become accounts with this initial password, known ones are changed; departments and posts that are not there are made.',
    params: ofImport,
    body: z.object({ password: z.string().max(200) }),
    response: PeopleImport,
    rights: true,
  }),
  importFailures: endpoint({
    method: 'GET',
    path: '/organization/people-imports/:importId/failures',
    permission: edits,
    delegable: people,
    summary: 'The rows that were refused, each with the reason, as a spreadsheet.',
    params: ofImport,
    response: z.unknown(),
    transfer: 'stream',
  }),
};
