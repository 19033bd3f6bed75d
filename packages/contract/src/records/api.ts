import { z } from 'zod';
import { endpoint, largeBodyBytes, listInQuery, nothing, shortId, uuid } from '../endpoint.ts';
import { VersionName } from '../forms/api.ts';
import { ButtonPlace, ShownButton } from '../forms/buttons.ts';
import { FormDefinition } from '../forms/definition.ts';
import { FormAction, PermissionRule } from '../forms/permission.ts';
import { Text, Title } from '../text.ts';
import { AccessExplanation } from './access.ts';
import { GivenEncoding } from './encodings.ts';
import { mostFactsAsked, RecordFacts } from './facts.ts';
import {
  ChosenColumn,
  Import,
  ImportPreview,
  ImportSettings,
  RememberedImport,
  Sheet,
  SheetReading,
} from './import.ts';
import { mostRowsCompared } from './likeness.ts';
import { SortText } from './sort-text.ts';
import { FormRecord, HistoryEntry, RecordList, SimilarRecord, SlaveInput, ValuesShape } from './record.ts';

const formParams = z.object({ formId: shortId });
const recordParams = z.object({ formId: shortId, recordId: uuid });

const Filter = z.object({
  /** A `Condition` as JSON text. */
  filter: z.string().max(50_000).optional(),
  /** Words that stand in a record, or that its names are spelled like; special characters are refused. */
  search: z.string().max(200).optional(),
});

export const ListQuery = Filter.extend({
  sort: SortText.optional(),
  limit: z.number().int().min(1).max(500).optional(),
  cursor: z.string().max(4000).optional(),
  /** What stands before the cursor instead of behind it, still in the order of the list. */
  back: z.boolean().optional(),
  /** Of these records alone: those that changed are read again. */
  ids: listInQuery(uuid, 200).optional(),
  withTotal: z.boolean().optional(),
});

/** What a person sees of a form: the released definition as far as it is theirs, and what they may do. */
/** A rule or a flow that somebody starts on a record by its button. */
export const FormStart = z.object({ kind: z.enum(['rule', 'flow']), id: z.string(), title: Text });
export type FormStart = z.infer<typeof FormStart>;

export const PersonalPlan = z.object({
  formId: shortId,
  appId: shortId,
  release: z.number().int(),
  definition: FormDefinition,
  can: z.record(FormAction, z.boolean()),
  /** The buttons of its list and records for this person, in order; left out while nobody changed what the product brings. */
  buttons: z.array(ShownButton).optional(),
  /** Rules and flows with a button on the records; left out where there are none. */
  starts: z.array(FormStart).optional(),
  /** Of a record being made, where rules say so: ids of fields and slave tables, `table.field`. */
  making: z.object({ hidden: z.array(z.string()), readOnly: z.array(z.string()) }).optional(),
});
export type PersonalPlan = z.infer<typeof PersonalPlan>;

export const recordsApi = {
  plan: endpoint({
    method: 'GET',
    path: '/records/:formId/plan',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'The form as this person sees it, and what they may do',
    params: formParams,
    response: PersonalPlan,
  }),

  preview: endpoint({
    method: 'GET',
    path: '/records/:formId/preview',
    permission: 'forms.design.read',
    summary: 'A version of the form, released or not, as somebody who holds one role alone would see it, or as it is',
    params: formParams,
    query: z.object({
      version: VersionName,
      /** An outer role, or the id of a role of the space. */ role: z.string().max(64).optional(),
    }),
    response: PersonalPlan,
  }),

  explain: endpoint({
    method: 'GET',
    path: '/records/:formId/access',
    permission: 'forms.design.read',
    summary:
      'Why a person can or cannot see, change or delete: each rule that grants or refuses, for the form or one record',
    params: formParams,
    query: z.object({ person: uuid, record: uuid.optional() }),
    response: AccessExplanation,
  }),

  list: endpoint({
    method: 'GET',
    path: '/records/:formId',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'A page of records, filtered and sorted, 20 unless told otherwise',
    params: formParams,
    query: ListQuery,
    response: RecordList,
  }),
  count: endpoint({
    method: 'GET',
    path: '/records/:formId/count',
    permission: 'records.record.read',
    agents: 'read',
    summary:
      'How many records the filter finds; an estimate where counting would be dear, and of a search no more than it shows',
    params: formParams,
    query: Filter,
    response: z.object({
      total: z.number().int(),
      estimated: z.boolean(),
      /** There are more than a search shows. */ more: z.literal(true).optional(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/records/:formId',
    bodyBytes: largeBodyBytes,
    permission: 'records.record.edit',
    agents: 'create',
    summary: 'Create a record with its slave rows',
    params: formParams,
    body: z.object({
      /** The same command sent again makes nothing again: its answer is the record it has made. */ commandId:
        uuid.optional(),
      values: ValuesShape,
      slaves: SlaveInput.optional(),
    }),
    response: FormRecord,
  }),
  get: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'One record with its slave rows',
    params: recordParams,
    response: FormRecord,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/records/:formId/:recordId',
    bodyBytes: largeBodyBytes,
    permission: 'records.record.edit',
    agents: 'edit',
    summary: 'Save what is sent and leave the rest; 409 with the version of the other when somebody saved in between',
    params: recordParams,
    body: z.object({ expectedVersion: z.number().int(), values: ValuesShape, slaves: SlaveInput.optional() }),
    response: FormRecord,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/records/:formId/:recordId',
    permission: 'records.record.edit',
    summary: 'Delete a record',
    params: recordParams,
    response: nothing,
  }),
  press: endpoint({
    method: 'POST',
    path: '/records/:formId/:recordId/presses',
    permission: 'records.record.edit',
    agents: 'edit',
    summary: 'Press a button that an administrator made to write into the record',
    params: recordParams,
    body: z.object({ place: ButtonPlace, button: z.string().max(24) }),
    response: nothing,
  }),
  history: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/history',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'Who changed what and when, the latest first',
    params: recordParams,
    response: z.object({
      entries: z.array(HistoryEntry),
      /** Options that the entries name and the form has no more, by field, as they were last called. */
      former: z
        .array(z.object({ field: z.string(), options: z.array(z.object({ id: z.string(), label: Text })) }))
        .optional(),
    }),
  }),
  evaluate: endpoint({
    method: 'POST',
    path: '/records/:formId/evaluation',
    bodyBytes: largeBodyBytes,
    permission: 'records.record.read',
    agents: 'read',
    summary: 'Computed values and errors of a record that is not saved yet',
    params: formParams,
    body: z.object({ values: ValuesShape, slaves: SlaveInput.optional() }),
    response: z.object({
      values: ValuesShape,
      slaves: z.record(z.string(), z.array(z.object({ values: ValuesShape }))),
      errors: z.array(
        z.object({
          path: z.string(),
          code: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    }),
  }),
  occupancy: endpoint({
    method: 'POST',
    path: '/records/:formId/occupancy',
    permission: 'records.record.edit',
    agents: 'create',
    summary:
      'What is taken of a resource between two instants, for a field with time slots; the resource is named by values of a record, or of a row of its slave table',
    params: formParams,
    body: z.object({
      field: shortId,
      values: ValuesShape,
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** A record whose own booking does not count. */ except: uuid.nullish(),
    }),
    response: z.object({
      /** false while the fields that name the resource are empty. */ named: z.boolean(),
      taken: z.array(z.tuple([z.string(), z.string()])),
    }),
  }),

  titles: endpoint({
    method: 'GET',
    path: '/records/:formId/titles',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'How records are called; those that are not there or may not be seen are left out',
    params: formParams,
    query: z.object({ ids: listInQuery(uuid, 500) }),
    response: z.object({ appId: shortId, titles: z.array(z.object({ id: uuid, title: z.string() })) }),
  }),
  facts: endpoint({
    method: 'GET',
    path: '/records/:formId/facts',
    permission: 'records.record.read',
    agents: 'read',
    summary:
      'What says most of each record in words: its states, who, when, how much, as far as the person may see them',
    params: formParams,
    query: z.object({ ids: listInQuery(uuid, mostFactsAsked) }),
    response: z.object({ rows: z.array(RecordFacts) }),
  }),
  linked: endpoint({
    method: 'POST',
    path: '/records/:formId/linked-values',
    bodyBytes: largeBodyBytes,
    permission: 'records.record.read',
    agents: 'read',
    summary: 'What a record of the form would take from the records that one of its relations names',
    params: formParams,
    body: z.object({
      /** `field`, or `table.field` in a slave table. */ relation: z.string().max(83),
      ids: z.array(uuid).max(500),
    }),
    response: z.object({ records: z.array(z.object({ id: uuid, lookups: ValuesShape, fill: ValuesShape })) }),
  }),
  similar: endpoint({
    method: 'POST',
    path: '/records/:formId/similar',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'Records that the person sees and that are as alike in a field as the form asks for, the most alike first',
    params: formParams,
    body: z.object({
      /** What the record is to hold, by field; those without a likeness to look for are passed over. */
      values: z.record(shortId, z.string().max(1_000)),
      /** The same of rows: by slave table and field the texts of those that are new or changed. */
      rows: z.record(shortId, z.record(shortId, z.array(z.string().max(1_000)).max(mostRowsCompared))).optional(),
      /** The record itself. */ except: uuid.optional(),
    }),
    response: z.object({ appId: shortId, records: z.array(SimilarRecord) }),
  }),
  referring: endpoint({
    method: 'GET',
    path: '/records/:formId/referring',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'Relations of other forms whose records, or rows of their slave tables, name those of this form',
    params: formParams,
    response: z.object({
      lists: z.array(
        z.object({
          formId: shortId,
          /** The slave table the relation stands in. */ table: z.object({ id: shortId, title: Text }).nullable(),
          field: z.string(),
          form: Text,
          title: Text,
        }),
      ),
    }),
  }),

  uploadSheet: endpoint({
    method: 'POST',
    path: '/records/sheets',
    permission: 'records.record.edit',
    summary:
      'Upload a spreadsheet (one file); answers with its guessed columns, or with the encodings to choose from where a sign does not fit',
    query: GivenEncoding,
    response: Sheet,
    transfer: 'multipart',
  }),
  readSheet: endpoint({
    method: 'POST',
    path: '/records/sheets/:uploadId/reading',
    permission: 'records.record.edit',
    summary: 'Read the uploaded file again with another delimiter, encoding or header',
    params: z.object({ uploadId: uuid }),
    body: SheetReading,
    response: Sheet,
  }),
  readRows: endpoint({
    method: 'POST',
    path: '/records/sheets/:uploadId/rows',
    permission: 'records.record.read',
    summary:
      'The rows of the uploaded file as text, the first 5,000 of them, for the slave table of a record that is being written',
    params: z.object({ uploadId: uuid }),
    body: SheetReading,
    response: z.object({ rows: z.array(z.array(z.string())), total: z.number().int() }),
  }),
  createFormFromSheet: endpoint({
    method: 'POST',
    path: '/records/sheets/:uploadId/form',
    permission: 'records.import',
    summary: 'Make a form of the uploaded file, release it and import the rows as a job',
    params: z.object({ uploadId: uuid }),
    body: z.object({
      appId: shortId,
      title: Title,
      reading: SheetReading,
      columns: z.array(ChosenColumn).min(1).max(500),
      looseNumbers: z.boolean().optional(),
      titleColumn: z.number().int().optional(),
      permissions: z.array(PermissionRule).max(200).optional(),
    }),
    response: z.object({ formId: shortId, importId: uuid, jobId: z.string().nullable() }),
  }),
  importSheet: endpoint({
    method: 'POST',
    path: '/records/:formId/imports',
    permission: 'records.record.edit',
    summary: 'Import the rows of an uploaded file into an existing form',
    params: formParams,
    body: z.intersection(
      z.object({
        uploadId: uuid,
        reading: SheetReading,
        /** Of the file's columns, to know them again next time. */ titles: z
          .array(z.string().max(1_000))
          .max(2_000)
          .optional(),
      }),
      ImportSettings,
    ),
    response: z.object({ importId: uuid, jobId: z.string().nullable() }),
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/records/:formId/imports/preview',
    permission: 'records.record.edit',
    summary: 'The first 100 rows as they would be imported, with what is wrong at which cell; nothing is written',
    params: formParams,
    body: z.intersection(z.object({ uploadId: uuid, reading: SheetReading }), ImportSettings),
    response: ImportPreview,
  }),
  rememberedImport: endpoint({
    method: 'GET',
    path: '/records/:formId/imports/settings',
    permission: 'records.record.edit',
    summary: 'How the person last imported into the form',
    params: formParams,
    response: z.object({ settings: RememberedImport.nullable() }),
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/records/imports/:importId',
    permission: 'records.record.read',
    summary: 'State, progress and result of an import',
    params: z.object({ importId: uuid }),
    response: Import,
  }),
  importFailures: endpoint({
    method: 'GET',
    path: '/records/imports/:importId/failures',
    permission: 'records.record.read',
    summary: 'The rows that were left out as a workbook, the reason beside each',
    params: z.object({ importId: uuid }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/records/imports/:importId/undo',
    permission: 'records.record.edit',
    summary:
      'Take an import back by a job: what was created goes, what was updated becomes as it was, but for records that were changed since',
    params: z.object({ importId: uuid }),
    response: Import,
  }),
  cancelImport: endpoint({
    method: 'POST',
    path: '/records/imports/:importId/cancellation',
    permission: 'records.record.edit',
    summary: 'Stop an import after the batch it is in; what is imported stays',
    params: z.object({ importId: uuid }),
    response: Import,
  }),
};
