import { z } from 'zod';
import { Text, Title } from '../text.ts';
import { Comparison } from './comparisons.ts';
import {
  fieldTypeNames,
  fieldTypes,
  fieldTypeSpec,
  type FieldConfigs,
  type FieldType,
} from './field-types/registry.ts';
import type { FieldValue, ValueKind } from './values/value.ts';

/** Short stable ids of forms, tables and fields: they stand in formulas, URLs and SQL names and never change. */
export const ElementId = z.string().regex(/^[a-z][a-z0-9]{1,23}$/);

/** A FEEL expression over ids of fields. Blank counts as none. */
export const Feel = z.string().max(10_000);

const FieldBase = z.object({
  id: ElementId,
  title: Title,
  help: Text.optional(),
  required: z.boolean().optional(),
  /** FEEL, true = must be filled. */
  requiredIf: Feel.optional(),
  readOnly: z.boolean().optional(),
  readOnlyIf: Feel.optional(),
  hidden: z.boolean().optional(),
  /** FEEL, true = not shown, and then not required either. */
  hiddenIf: Feel.optional(),
  defaultValue: z.json().optional(),
  /** FEEL, worked out when a record is begun; stronger than `defaultValue`. */
  defaultFormula: Feel.optional(),
  /** FEEL, must be true for the record to be saved; `validText` is shown when it is not. */
  validIf: Feel.optional(),
  validText: Text.optional(),
  /** Comparisons that a value must pass; a blank one passes. */
  compare: z.array(Comparison).max(10).optional(),
  /** FEEL, a list of ids: the options that are offered at this moment; all of them when left out. */
  optionsFormula: Feel.optional(),
  /** Options linked to those of another field: each of its options offers these. Nothing is offered while nothing is chosen there. */
  optionsBy: z
    .object({ field: ElementId, offers: z.record(z.string().max(64), z.array(z.string().max(64)).max(500)) })
    .optional(),
  unique: z.boolean().optional(),
  /** FEEL, true = no other record (or row of the slave table) for which it is true holds the same value. Worked out whenever a record is saved. */
  uniqueIf: Feel.optional(),
  /** Of a field of a slave table: unique among the rows of one record; left out, among those of all records. */
  uniqueWithin: z.enum(['record']).optional(),
  /** Of a field that is worked out from others: seen by whoever sees the record, also where some of those are hidden from them. */
  seenAnyway: z.boolean().optional(),
  /** Kept in order by the database: filters and sorts on it stay quick in large tables. */
  indexed: z.boolean().optional(),
  /** Width of its column in lists and slave tables, in pixels. */
  width: z.int().min(40).max(1000).optional(),
});
export type FieldBase = Omit<z.infer<typeof FieldBase>, 'defaultValue'> & { defaultValue?: FieldValue | undefined };

export type FieldOf<T extends FieldType> = FieldBase & { type: T; config: FieldConfigs[T] };
export type Field = { [T in FieldType]: FieldOf<T> }[FieldType];

/** The config is checked by its own type, so that a new type needs no change here. */
export const Field = FieldBase.extend({ type: z.enum(fieldTypeNames), config: z.unknown() }).transform(
  (field, context): Field => {
    const config = fieldTypes[field.type].config.safeParse(field.config ?? {});
    if (!config.success) {
      for (const { path, message } of config.error.issues)
        context.addIssue({ code: 'custom', path: ['config', ...path], message });
      return z.NEVER;
    }
    return { ...field, config: config.data } as Field;
  },
);

export function newField<T extends FieldType>(type: T, title: Text, id = newElementId()): FieldOf<T> {
  return { id, type, title, config: structuredCloneOf(fieldTypes[type].initial) as FieldConfigs[T] };
}

export function fieldKind(field: Pick<Field, 'type' | 'config'>): ValueKind {
  return fieldTypeSpec(field.type).kind(field.config);
}

/** No two hold the same value, always or while a condition is true. */
export function isUnique(field: Pick<FieldBase, 'unique' | 'uniqueIf'>): boolean {
  return field.unique === true || isUniqueAmongSome(field);
}

/** Unique among the records of which its condition is true, not among all. */
export function isUniqueAmongSome({ unique, uniqueIf }: Pick<FieldBase, 'unique' | 'uniqueIf'>): boolean {
  return !unique && uniqueIf !== undefined && uniqueIf.trim() !== '';
}

/** Filled by the server alone: formulas, roll-ups, numbers drawn from a counter. */
export function isComputed(field: Pick<Field, 'type' | 'config'>): boolean {
  const { computed } = fieldTypeSpec(field.type);
  return typeof computed === 'function' ? computed(field.config) : computed === true;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const signs = `${letters}0123456789`;

/** A new id for a field, table or section, made where the person designs. Not a secret: plain random is enough. */
export function newElementId(): string {
  let id = letters[Math.floor(Math.random() * letters.length)] ?? 'a';
  while (id.length < 10) id += signs[Math.floor(Math.random() * signs.length)];
  return id;
}

/** Configs are plain JSON. */
function structuredCloneOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
