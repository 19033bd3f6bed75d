import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';
import { Encoding, EncodingChoice } from './encodings.ts';

/** The usual ones; any other sign may be told. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** How a text file is read; guessed from the file, open to correction. */
export const SheetReading = z.object({
  delimiter: z
    .string()
    .length(1)
    .regex(/^[^"\r\n]$/),
  encoding: Encoding,
  headerRow: z.boolean(),
  /** Of a workbook; its first one when left out. */ sheet: z.string().max(200).optional(),
  /** Signs that do not fit the encoding become U+FFFD; left out, they end the reading. */ replaced: z
    .boolean()
    .optional(),
});
export type SheetReading = z.infer<typeof SheetReading>;

/** Types a column of a spreadsheet can become at once. */
export const columnTypes = [
  'text',
  'longText',
  'number',
  'money',
  'percent',
  'date',
  'dateTime',
  'time',
  'dateRange',
  'singleSelect',
  'multiSelect',
  'radio',
  'checkbox',
  'switch',
  'email',
  'phone',
  'address',
  'url',
  'identityNumber',
  'creditCode',
  'postalCode',
] as const;
export const ColumnType = z.enum(columnTypes);
export type ColumnType = z.infer<typeof ColumnType>;

export const GuessedColumn = z.object({
  /** Place in the file, from 0. */
  index: z.number().int().nonnegative(),
  title: z.string(),
  type: ColumnType,
  /** Config of the field it becomes: options, decimals. */
  config: z.record(z.string(), z.json()),
  /** The first few different values. */
  samples: z.array(z.string()),
  /** Cells with something in them. */
  filled: z.number().int(),
  /** No value occurs twice. */
  distinct: z.boolean(),
});
export type GuessedColumn = z.infer<typeof GuessedColumn>;

export const SheetName = z.object({ name: z.string(), hidden: z.boolean() });
export type SheetName = z.infer<typeof SheetName>;

export const Sheet = z.object({
  uploadId: uuid,
  fileName: z.string(),
  reading: SheetReading,
  /** Of a workbook, those that can be read; those that its program does not show are among them. */
  sheets: z.array(SheetName),
  /** Of a text: how its first telling lines read in each encoding. */
  encodings: z.array(EncodingChoice),
  /** Files that came in the same zip. */
  files: z.number().int(),
  rows: z.number().int(),
  columns: z.array(GuessedColumn),
  /** The first rows as text. */
  preview: z.array(z.array(z.string())),
});
export type Sheet = z.infer<typeof Sheet>;

/** One column as the person left it: which field it becomes, or nothing. */
export const ChosenColumn = z.object({
  index: z.number().int().nonnegative(),
  title: Title,
  type: ColumnType,
  config: z.record(z.string(), z.json()).optional(),
});
export type ChosenColumn = z.infer<typeof ChosenColumn>;

export const importModes = ['create', 'update', 'both'] as const;
export const mostKeyFields = 3;
/** Rows of a second sheet are looked up by their record: they are kept in memory. */
export const mostSecondRows = 200_000;
export const previewedRows = 100;

const Mapping = z
  .array(
    z.object({
      index: z.number().int().nonnegative(),
      /** `table.field` for one of a slave table, whose rows stand below each other. */ field: z.string().max(83),
    }),
  )
  .max(500);

/** How the columns of a file become those of a form, and which records they mean. */
export const ImportSettings = z
  .object({
    mapping: Mapping.min(1),
    mode: z.enum(importModes).optional(),
    /** Numbers as people write them, `1,000` or `.5`, are taken; else they are a sign, digits and a decimal part. */
    looseNumbers: z.boolean().optional(),
    /** New records are made although others are as alike as a field of the form asks for. */
    takeSimilar: z.boolean().optional(),
    /** Fields by which a record that is there is found again. */
    key: z.array(shortId).max(mostKeyFields).optional(),
    /** Slave tables that have a sheet of their own: the cell `row` of it says the same as `main` of the record's row. */
    rows: z
      .array(
        z.object({
          table: shortId,
          sheet: z.string().max(200),
          link: z.object({ main: z.number().int().nonnegative(), row: z.number().int().nonnegative() }),
          mapping: Mapping.min(1),
        }),
      )
      .max(20)
      .optional(),
  })
  .refine(({ mode = 'create', key = [] }) => mode === 'create' || key.length > 0, { path: ['key'], message: 'key' });
export type ImportSettings = z.infer<typeof ImportSettings>;

/** By the titles of columns: the next file has them in another order. */
export const RememberedImport = z.object({
  columns: z.array(z.object({ title: z.string().max(1_000), field: z.string().max(83) })).max(500),
  mode: z.enum(importModes),
  key: z.array(shortId).max(mostKeyFields),
});
export type RememberedImport = z.infer<typeof RememberedImport>;

const CellError = z.object({
  /** Column of the file; null for what no cell says. */ index: z.number().int().nullable(),
  column: z.string().nullable(),
  code: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type CellError = z.infer<typeof CellError>;

export const ImportPreview = z.object({
  rows: z.array(
    z.object({
      line: z.number().int(),
      cells: z.array(z.string()),
      action: z.enum(['create', 'update', 'leave']),
      errors: z.array(CellError),
    }),
  ),
  /** Among these. */
  failed: z.number().int(),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const importStates = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;

/** An uploaded file and the rows that were left out are kept as long. */
export const importDays = 30;

export const Import = z.object({
  id: uuid,
  /** Its job, for progress through the jobs' own messages. */
  jobId: z.string().nullable(),
  formId: shortId,
  fileName: z.string(),
  state: z.enum(importStates),
  done: z.number().int(),
  total: z.number().int(),
  mode: z.enum(importModes),
  /** New records. */
  imported: z.number().int(),
  updated: z.number().int(),
  failed: z.number().int(),
  /** The first failed rows with the reason; line numbers as in the file. */
  failures: z.array(
    z.object({
      line: z.number().int(),
      column: z.string().nullable(),
      code: z.string(),
      value: z.string().nullable(),
      /** What the text of the code has blanks for. */ data: CellError.shape.data,
    }),
  ),
  /** Code of what ended it, when it failed as a whole. */
  error: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Once it is taken back: `kept` are records that somebody changed since, or that others name. */
  undo: z
    .object({
      jobId: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      removed: z.number().int(),
      restored: z.number().int(),
      kept: z.number().int(),
    })
    .nullable(),
  /** failures: the rows that were left out can still be fetched. */
  can: z.object({ undo: z.boolean(), failures: z.boolean() }),
});
export type Import = z.infer<typeof Import>;
