import { z } from 'zod';
import { operatorNames } from '../../condition/operators.ts';
import { parseIds } from './member.ts';
import type { FieldTypeSpec } from './spec.ts';

/** `oneToOne`: a record of the target stands in one record of this form at most. */
export const cardinalities = ['manyToOne', 'oneToOne', 'manyToMany'] as const;

/** A comparison with a field of the target; its operand is fixed, or what a field of this record (`from`) holds now. */
export const Choosable = z.object({
  field: z.string().max(41),
  operator: z.enum(operatorNames),
  value: z
    .union([
      z.string().max(2000),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(z.union([z.string(), z.number()])).max(1000),
    ])
    .optional(),
  from: z.string().max(41).optional(),
});
export type Choosable = z.infer<typeof Choosable>;

export const RelationConfig = z.object({
  /** Id of the form whose records are chosen; blank in a field just added, reported as a problem until chosen. */
  form: z.string().max(24),
  cardinality: z.enum(cardinalities).default('manyToOne'),
  max: z.int().min(1).max(500).optional(),
  /** Fields of the target that stand in the dialog; left out: those of its list. */
  columns: z.array(z.string().max(41)).max(20).optional(),
  /** Only records for which all of these hold can be chosen. */
  choosable: z.array(Choosable).max(20).optional(),
  /** Fields of this record that take over a value when a record is chosen. */
  fill: z
    .array(z.object({ from: z.string().max(41), to: z.string().max(41) }))
    .max(50)
    .optional(),
  /** When a chosen record is to be deleted: the deletion is refused, or the field loses it. */
  onDelete: z.enum(['refuse', 'clear']).default('refuse'),
  /** New records of the target are not made in the dialog. */
  noCreate: z.boolean().optional(),
  /** Records of the target do not list those that name them. */
  noReverse: z.boolean().optional(),
});
export type RelationConfig = z.infer<typeof RelationConfig>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A list of ids of records, also where only one may be chosen. That they are there and may be seen is the server's check. */
export const relation: FieldTypeSpec<RelationConfig, string[]> = {
  version: 1,
  config: RelationConfig,
  initial: { form: '', cardinality: 'manyToOne', onDelete: 'refuse' },
  kind: () => 'records',
  parse: (value, config) =>
    parseIds(
      value,
      { multiple: config.cardinality === 'manyToMany', max: config.max },
      uuidPattern,
      'records.value.not_records',
    ),
  // titles; whoever reads the spreadsheet looks them up
  fromText: (text, config) =>
    config.cardinality === 'manyToMany'
      ? text
          .split(/[;；、\n]/)
          .map((part) => part.trim())
          .filter((part) => part !== '')
      : [text.trim()],
  toText: (value, _config, options) =>
    value
      .map((id) => options.nameOf?.(id) ?? '')
      .filter((title) => title !== '')
      .join(options.locale === 'zh-CN' ? '、' : ', '),
};
