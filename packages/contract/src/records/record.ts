import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import type { FieldValue } from '../forms/values/value.ts';
import type { FieldError } from './validate.ts';

/** Values are checked against the form, not here (see `checkValues`): a second walk through them would only cost time. */
export const FieldValueShape = z.unknown() as unknown as z.ZodType<FieldValue>;
export const ValuesShape = z.record(z.string().max(41), FieldValueShape);

export const SlaveRow = z.object({ id: uuid, values: ValuesShape });
export type SlaveRow = z.infer<typeof SlaveRow>;

/** A row without id is new. */
export const SlaveRowInput = z.object({ id: uuid.nullish(), values: ValuesShape });
export type SlaveRowInput = z.infer<typeof SlaveRowInput>;

/** The full rows of each slave table that is sent, in order: rows that are left out are removed. A table that is left out stays as it is. */
export const SlaveInput = z.record(z.string().max(41), z.array(SlaveRowInput).max(5000));
export type SlaveInput = z.infer<typeof SlaveInput>;

export const RecordRow = z.object({
  id: uuid,
  /** Rises with every save; send it back as `expectedVersion`. */
  version: z.number().int(),
  /** By field id; system fields stand among them with their underscore (`_createdAt`). */
  values: ValuesShape,
});
export type RecordRow = z.infer<typeof RecordRow>;

export const RecordCan = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  share: z.boolean(),
  transfer: z.boolean(),
});

export const FormRecord = RecordRow.extend({
  slaves: z.record(z.string(), z.array(SlaveRow)),
  can: RecordCan,
  /** What rules, a share or a process keep from this person, left empty above: ids of fields and slave tables, `table.field`; for rows see `part.ts`. */
  hidden: z.array(z.string()).optional(),
  /** What this person may see and not change, while they may change the rest. */
  readOnly: z.array(z.string()).optional(),
});
export type FormRecord = z.infer<typeof FormRecord>;

export const RecordList = z.object({
  rows: z.array(RecordRow),
  /** Hand it back as `cursor` for the next page; null at the end. */
  next: z.string().nullable(),
  /** With `back`, it leads to what stands before this page; null at the beginning. */
  previous: z.string().nullable(),
  total: z.number().int().optional(),
  /** The total is an estimate, shown with a mark. */
  estimated: z.boolean().optional(),
});
export type RecordList = z.infer<typeof RecordList>;

export const HistoryEntry = z.object({
  id: uuid,
  kind: z.enum(['created', 'updated', 'deleted', 'imported', 'process', 'restored']),
  version: z.number().int(),
  actor: uuid.nullable(),
  /** Who really did it: an agent or a trustee of the actor. */
  deputy: uuid.nullable(),
  /** The trace of the rule that wrote it. */
  rule: uuid.optional(),
  at: z.string(),
  /** Before and after, by field id. */
  changes: z.array(z.object({ field: z.string(), before: FieldValueShape, after: FieldValueShape })),
  /** Slave rows added, changed and removed, by table id. */
  slaves: z.array(
    z.object({
      table: z.string(),
      row: uuid,
      kind: z.enum(['added', 'changed', 'removed']),
      changes: z.array(z.object({ field: z.string(), before: FieldValueShape, after: FieldValueShape })),
    }),
  ),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A record that is as alike in one of its fields as the form asks for. */
export const SimilarRecord = z.object({
  id: uuid,
  title: z.string(),
  field: shortId,
  value: z.string(),
  /** In per cent. */ likeness: z.number().int(),
  /** A row of it, of this slave table, and the text it is like. */
  row: z.object({ table: shortId, asked: z.string() }).optional(),
});
export type SimilarRecord = z.infer<typeof SimilarRecord>;

/** `data` of the 409 `records.record.version_conflict`: both versions, to be shown field by field. */
export const VersionConflict = z.object({
  formId: shortId,
  id: uuid,
  current: FormRecord,
  currentBy: uuid.nullable(),
  currentAt: z.string(),
});
export type VersionConflict = z.infer<typeof VersionConflict>;

/** `fields` of the 422 `records.record.invalid`. */
export type RecordErrors = FieldError[];
