import { z } from 'zod';

/** What values are. They are carried as texts, so that no digit and no zone is lost on the way. */
export const valueTypes = [
  'text',
  'integer',
  'decimal',
  'double',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'json',
  'bytes',
  'list',
] as const;
export const ValueType = z.enum(valueTypes);
export type ValueType = z.infer<typeof ValueType>;

/** A column of a source, of a statement's answer or of a target. */
export const DataColumn = z.object({
  name: z.string(),
  /** What people call it, where that is not its name. */
  title: z.string().optional(),
  type: ValueType,
  nullable: z.boolean(),
  /** As the other side calls the type: `varchar(40)`. */
  native: z.string().optional(),
  /** Of a decimal. */
  precision: z.int().optional(),
  scale: z.int().optional(),
  /** Part of the primary key. */
  key: z.boolean().optional(),
  /** The other side fills it by itself, and takes it from nobody. */
  made: z.boolean().optional(),
});
export type DataColumn = z.infer<typeof DataColumn>;
