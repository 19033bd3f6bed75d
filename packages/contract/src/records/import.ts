import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export const encodings = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be'] as const;

/** How a text file is read; guessed from the file, open to correction. */
export const SheetReading = z.object({ delimiter: z.enum(delimiters), encoding: z.enum(encodings), headerRow: z.boolean() });
export type SheetReading = z.infer<typeof SheetReading>;

/** Types a column of a spreadsheet can become at once. */
export const columnTypes = ['text', 'longText', 'number', 'money', 'percent', 'date', 'dateTime', 'time', 'dateRange', 'singleSelect', 'multiSelect', 'radio', 'checkbox', 'switch', 'email', 'phone', 'address', 'url', 'identityNumber', 'creditCode', 'postalCode'] as const;
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

export const Sheet = z.object({
  uploadId: uuid,
  fileName: z.string(),
  reading: SheetReading,
  rows: z.number().int(),
  columns: z.array(GuessedColumn),
  /** The first rows as text. */
  preview: z.array(z.array(z.string())),
});
export type Sheet = z.infer<typeof Sheet>;

/** One column as the person left it: which field it becomes, or nothing. */
export const ChosenColumn = z.object({ index: z.number().int().nonnegative(), title: Title, type: ColumnType, config: z.record(z.string(), z.json()).optional() });
export type ChosenColumn = z.infer<typeof ChosenColumn>;

export const importStates = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;

export const Import = z.object({
  id: uuid,
  /** Its job, for progress through the jobs' own messages. */
  jobId: z.string().nullable(),
  formId: shortId,
  fileName: z.string(),
  state: z.enum(importStates),
  done: z.number().int(),
  total: z.number().int(),
  imported: z.number().int(),
  failed: z.number().int(),
  /** The first failed rows with the reason; line numbers as in the file. */
  failures: z.array(z.object({ line: z.number().int(), column: z.string().nullable(), code: z.string(), value: z.string().nullable() })),
  /** Code of what ended it, when it failed as a whole. */
  error: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Import = z.infer<typeof Import>;
