import { z } from 'zod';
import { endpoint, largeBodyBytes, nothing, shortId, uuid } from '../endpoint.ts';
import { AcceptUses } from '../forms/uses.ts';
import { Title } from '../text.ts';
import { PrintDocument } from './document.ts';
import { TemplateContent } from './template.ts';

/** Records of one batch. */
export const recordsPerBatch = 500;
/** QR codes of one file at most; a batch of more becomes several files. */
export const codesPerFile = 5_000;
/** Fields that stand beside a record's QR code. */
export const identifiersPerCode = 3;

export const PrintTemplate = z.object({
  id: uuid,
  title: Title,
  /** The one offered first. */
  isDefault: z.boolean(),
  enabled: z.boolean(),
  version: z.number().int(),
  changedAt: z.string(),
  changedBy: uuid,
});
export type PrintTemplate = z.infer<typeof PrintTemplate>;

const formParams = z.object({ formId: shortId });
const templateParams = formParams.extend({ templateId: uuid });
const TemplateChoice = z.object({ id: uuid, title: Title, isDefault: z.boolean() });
const Chosen = uuid.nullable().default(null);
const JobStarted = z.object({ jobId: z.string() });

/** What a batch ends with: a file of whoever asked, kept for a week. */
export const BatchResult = z.object({
  fileId: uuid,
  name: z.string(),
  count: z.number().int(),
  /** Records that are gone or not to be printed by this person. */ leftOut: z.number().int(),
  /** The files behind the first, where one does not hold all. */
  others: z.array(z.object({ fileId: uuid, name: z.string() })).default([]),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const CodesRequest = z.object({
  range: z.enum(['all', 'own']),
  identifiers: z.array(z.string().max(40)).max(identifiersPerCode),
  as: z.enum(['pdf', 'zip']),
  perFile: z.number().int().min(1).max(codesPerFile).default(codesPerFile),
  /** The beginning of a record's address, up to its id, as this browser reaches it. */
  origin: z.url({ protocol: /^https?$/ }),
});
export type CodesRequest = z.infer<typeof CodesRequest>;

export const printingApi = {
  templates: endpoint({
    method: 'GET',
    path: '/printing/:formId/templates',
    permission: 'forms.design.read',
    summary: 'The print templates of a form.',
    params: formParams,
    response: z.array(PrintTemplate),
  }),
  getTemplate: endpoint({
    method: 'GET',
    path: '/printing/:formId/templates/:templateId',
    permission: 'forms.design.read',
    summary: 'A template with its content, of its last version unless told.',
    params: templateParams,
    query: z.object({ version: z.number().int().optional() }),
    response: PrintTemplate.extend({ content: TemplateContent }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/printing/:formId/templates/:templateId/versions',
    permission: 'forms.design.read',
    summary: 'Every version of a template, the latest first.',
    params: templateParams,
    response: z.array(z.object({ version: z.number().int(), at: z.string(), by: uuid })),
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/printing/:formId/templates',
    bodyBytes: largeBodyBytes,
    permission: 'forms.design.edit',
    summary: 'Add a template.',
    params: formParams,
    body: z.object({ title: Title, content: TemplateContent }),
    response: PrintTemplate,
  }),
  saveTemplate: endpoint({
    method: 'PUT',
    path: '/printing/:formId/templates/:templateId',
    bodyBytes: largeBodyBytes,
    permission: 'forms.design.edit',
    summary: 'Save title, state and content; a changed content is a new version.',
    params: templateParams,
    body: z.object({
      expectedVersion: z.number().int(),
      title: Title,
      isDefault: z.boolean(),
      enabled: z.boolean(),
      content: TemplateContent.optional(),
    }),
    response: PrintTemplate,
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/printing/:formId/templates/:templateId',
    permission: 'forms.design.edit',
    summary: 'Remove a template with its versions; where buttons of forms print by it, only with acceptUses.',
    params: templateParams,
    query: AcceptUses,
    response: nothing,
  }),

  choices: endpoint({
    method: 'GET',
    path: '/printing/:formId/choices',
    permission: 'records.record.read',
    summary: 'The templates a person may print records of the form with.',
    params: formParams,
    response: z.array(TemplateChoice),
  }),
  print: endpoint({
    method: 'POST',
    path: '/printing/:formId/prints',
    permission: 'records.record.read',
    summary: 'One record filled into a template, for the browser to print; without a template the whole form.',
    params: formParams,
    body: z.object({ recordId: uuid, templateId: Chosen, link: z.string().max(2000).default('') }),
    response: PrintDocument,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/printing/:formId/previews',
    bodyBytes: largeBodyBytes,
    permission: 'forms.design.edit',
    summary: 'A template that is not saved yet, filled with a record or with nothing.',
    params: formParams,
    body: z.object({
      content: TemplateContent,
      recordId: uuid.nullable().default(null),
      link: z.string().max(2000).default(''),
    }),
    response: PrintDocument,
  }),
  batch: endpoint({
    method: 'POST',
    path: '/printing/:formId/batches',
    permission: 'records.record.read',
    summary: 'Print up to 500 records into one PDF, as a job.',
    params: formParams,
    body: z.object({
      recordIds: z.array(uuid).min(1).max(recordsPerBatch),
      templateId: Chosen,
      link: z.string().max(2000).default(''),
    }),
    response: JobStarted,
  }),
  codes: endpoint({
    method: 'POST',
    path: '/printing/:formId/codes',
    permission: 'records.record.read',
    summary: 'QR codes of all records one sees, or of the own ones, as a job.',
    params: formParams,
    body: CodesRequest,
    response: JobStarted,
  }),
};
