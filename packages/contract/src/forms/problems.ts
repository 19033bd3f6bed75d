import { numbersRepeat } from './field-types/auto-number.ts';
import { patternOf } from './field-types/text.ts';
import { fieldTypeSpec } from './field-types/registry.ts';
import { minuteOf, resourceKinds } from './field-types/time-slot.ts';
import { fieldKind, isComputed, isUnique, type Field, type FieldOf } from './field.ts';
import { isLeaf } from './field-types/tree-options.ts';
import type { FormDefinition } from './definition.ts';
import { isOverRelated } from './field-types/rollup.ts';
import { isEmptyValue } from './values/value.ts';
import type { Text } from '../text.ts';

export type ProblemCode =
  | 'forms.problem.no_fields'
  | 'forms.problem.duplicate_id'
  | 'forms.problem.duplicate_title'
  | 'forms.problem.no_options'
  | 'forms.problem.duplicate_option'
  | 'forms.problem.range'
  | 'forms.problem.pattern'
  | 'forms.problem.default'
  | 'forms.problem.not_unique_type'
  | 'forms.problem.rollup_table'
  | 'forms.problem.rollup_field'
  | 'forms.problem.rollup_place'
  | 'forms.problem.rollup_relation'
  | 'forms.problem.relation_form'
  | 'forms.problem.relation_setting'
  | 'forms.problem.lookup_relation'
  | 'forms.problem.lookup_field'
  | 'forms.problem.link_cycle'
  | 'forms.problem.still_used'
  | 'forms.problem.auto_number_place'
  | 'forms.problem.number_field'
  | 'forms.problem.number_repeats'
  | 'forms.problem.no_parts'
  | 'forms.problem.part_field'
  | 'forms.problem.slot_resource'
  | 'forms.problem.slot_hours'
  | 'forms.problem.empties_counted'
  | 'forms.problem.empties_sums'
  | 'forms.problem.no_expression'
  | 'forms.problem.expression'
  | 'forms.problem.cycle'
  | 'forms.problem.title_field'
  | 'forms.problem.layout_unknown'
  | 'forms.problem.layout_twice'
  | 'forms.problem.no_columns'
  | 'forms.problem.no_action'
  | 'forms.problem.fill_field'
  | 'forms.problem.generator'
  | 'forms.problem.options_link'
  | 'forms.problem.option_held'
  | 'forms.problem.option_replaced'
  | 'forms.problem.blank_option'
  | 'forms.problem.blank_title'
  | 'forms.problem.point_fixed'
  | 'forms.problem.code_way';

export interface Problem {
  code: ProblemCode;
  /** Warnings do not stop a release. */
  level: 'error' | 'warning';
  /** Where to jump to: ids of the table and field, absent for the form as a whole. */
  table?: string | undefined;
  field?: string | undefined;
  /** Id of a part of the layout: a section, a group of tabs, a button. */
  part?: string | undefined;
  data?: Record<string, string | number> | undefined;
}

/**
 * What keeps a definition from being released, as far as it can be said without FEEL; the server adds what the
 * expressions themselves have wrong.
 */
export function structuralProblems(definition: FormDefinition, timeZone: string): Problem[] {
  const problems: Problem[] = [];
  if (definition.fields.length === 0) problems.push({ code: 'forms.problem.no_fields', level: 'error' });
  const ids = [
    ...definition.fields.map(({ id }) => id),
    ...definition.tables.flatMap((table) => [table.id, ...table.fields.map(({ id }) => id)]),
  ];
  for (const id of repeated(ids)) problems.push({ code: 'forms.problem.duplicate_id', level: 'error', field: id });
  problems.push(...tableProblems(definition, definition.fields, timeZone));
  for (const table of definition.tables) {
    if (table.fields.length === 0) problems.push({ code: 'forms.problem.no_columns', level: 'error', table: table.id });
    if (table.minRows !== undefined && table.maxRows !== undefined && table.minRows > table.maxRows)
      problems.push({ code: 'forms.problem.range', level: 'error', table: table.id });
    problems.push(...tableProblems(definition, table.fields, timeZone, table.id));
  }
  if (definition.titleField !== null && !definition.fields.some(({ id }) => id === definition.titleField))
    problems.push({ code: 'forms.problem.title_field', level: 'error' });
  problems.push(...layoutProblems(definition));
  return problems;
}

function tableProblems(
  definition: FormDefinition,
  fields: readonly Field[],
  timeZone: string,
  table?: string,
): Problem[] {
  const problems: Problem[] = [];
  for (const title of repeated(fields.map((field) => field.title.zh.trim()))) {
    const field = fields.find((candidate) => candidate.title.zh.trim() === title);
    problems.push({
      code: 'forms.problem.duplicate_title',
      level: 'warning',
      table,
      field: field?.id,
      data: { title },
    });
  }
  for (const field of fields) {
    for (const code of fieldProblems(definition, field, timeZone, table))
      problems.push({ code, level: 'error', table, field: field.id });
  }
  return problems;
}

/** Of a tree whose last level alone is chosen, what takes another's place must be of that level. */
function replacedByBranch(field: Field): boolean {
  const lastLevel =
    field.type === 'cascade' ? !field.config.anyLevel : field.type === 'treeSelect' && field.config.leavesOnly === true;
  if (!lastLevel) return false;
  const { options } = (field as FieldOf<'cascade'>).config;
  // a branch is replaced as a name: nobody could have chosen it
  return options.some(
    ({ id, replacedBy }) => replacedBy !== undefined && isLeaf(id, options) && !isLeaf(replacedBy, options),
  );
}

function fieldProblems(definition: FormDefinition, field: Field, timeZone: string, table?: string): ProblemCode[] {
  const found: ProblemCode[] = [];
  const config = field.config as Record<string, unknown>;
  if (Array.isArray(config.options)) {
    const ids = (config.options as { id: string }[]).map(({ id }) => id);
    if (ids.length === 0) found.push('forms.problem.no_options');
    if (repeated(ids).length) found.push('forms.problem.duplicate_option');
    // one that took another's place long ago may be retired itself by now
    if (
      (config.options as { id: string; retired?: boolean; replacedBy?: string }[]).some(
        ({ retired, replacedBy }) => replacedBy !== undefined && (!retired || !ids.includes(replacedBy)),
      ) ||
      replacedByBranch(field)
    )
      found.push('forms.problem.option_replaced');
    if ((config.options as { label: Text }[]).some(({ label }) => label.zh.trim() === ''))
      found.push('forms.problem.blank_option');
  }
  if (
    wrongWay(config.min, config.max) ||
    wrongWay(config.minLength, config.maxLength) ||
    wrongWay(config.earliest, config.latest)
  )
    found.push('forms.problem.range');
  if (field.type === 'slider' && field.config.min === field.config.max) found.push('forms.problem.range');
  if (typeof config.pattern === 'string' && patternOf(config.pattern) === null) found.push('forms.problem.pattern');
  if (
    !isComputed(field) &&
    !isEmptyValue(field.defaultValue) &&
    fieldTypeSpec(field.type).parse(field.defaultValue, field.config, timeZone).error
  )
    found.push('forms.problem.default');
  if (namesRetired(config, field.defaultValue)) found.push('forms.problem.default');
  if (isUnique(field) && !fieldTypeSpec(field.type).canBeUnique) found.push('forms.problem.not_unique_type');
  if (field.type === 'autoNumber' && table !== undefined) found.push('forms.problem.auto_number_place');
  if (
    field.type === 'autoNumber' &&
    !(field.config.fields ?? []).every(
      (id) => id !== field.id && definition.fields.some((other) => other.id === id && other.type !== 'autoNumber'),
    )
  )
    found.push('forms.problem.number_field');
  if (field.type === 'autoNumber' && isUnique(field) && numbersRepeat(field.config))
    found.push('forms.problem.number_repeats');
  if (field.type === 'formula' && field.config.expression.trim() === '') found.push('forms.problem.no_expression');
  if (field.type === 'concatenation') found.push(...concatenationProblems(definition, field, table));
  if (field.type === 'devicePoint' && field.config.fixed?.point === '') found.push('forms.problem.point_fixed');
  if (field.type === 'barcode' && !field.config.scan && !field.config.typed) found.push('forms.problem.code_way');
  if (field.type === 'timeSlot') found.push(...slotProblems(definition, field, table));
  if (field.optionsBy && !linkHolds(definition, field, table)) found.push('forms.problem.options_link');
  if (field.type === 'relation' && field.config.form === '') found.push('forms.problem.relation_form');
  if (field.type === 'lookup') found.push(...lookupProblems(definition, field, table));
  if (field.type === 'rollup') found.push(...rollupProblems(definition, field, table));
  return found;
}

/** New records would begin with what nobody may choose any more. */
function namesRetired({ options }: Record<string, unknown>, value: unknown): boolean {
  const retired = Array.isArray(options)
    ? (options as { id: string; retired?: boolean }[]).filter((option) => option.retired).map(({ id }) => id)
    : [];
  return (Array.isArray(value) ? value : [value]).some((one) => retired.includes(one as string));
}

function concatenationProblems(
  definition: FormDefinition,
  { config }: FieldOf<'concatenation'>,
  table?: string,
): ProblemCode[] {
  if (config.parts.length === 0) return ['forms.problem.no_parts'];
  const known = new Set(
    [...definition.fields, ...(definition.tables.find(({ id }) => id === table)?.fields ?? [])].map(({ id }) => id),
  );
  return config.parts.every((part) => part.kind === 'text' || known.has(part.field))
    ? []
    : ['forms.problem.part_field'];
}

function slotProblems(definition: FormDefinition, { config }: FieldOf<'timeSlot'>, table?: string): ProblemCode[] {
  const fields = [...(definition.tables.find(({ id }) => id === table)?.fields ?? []), ...definition.fields];
  const named = config.resources.every((id) =>
    fields.some((field) => field.id === id && field.type !== 'autoNumber' && resourceKinds.has(fieldKind(field))),
  );
  const open = minuteOf(config.closesAt) - minuteOf(config.opensAt);
  return [
    ...(named ? [] : ['forms.problem.slot_resource' as const]),
    ...(open >= (config.choice === 'slots' ? config.minutes : 5) ? [] : ['forms.problem.slot_hours' as const]),
  ];
}

/** The other field has options too, and does not wait for this one. */
function linkHolds(definition: FormDefinition, field: Field, table?: string): boolean {
  const own = definition.tables.find(({ id }) => id === table)?.fields ?? [];
  const find = (id: string): Field | undefined => [...own, ...definition.fields].find((other) => other.id === id);
  const seen = new Set<string>();
  for (let now: Field | undefined = field; now?.optionsBy; now = find(now.optionsBy.field)) {
    if (seen.has(now.id) || !('options' in ((find(now.optionsBy.field)?.config ?? {}) as object))) return false;
    seen.add(now.id);
  }
  return true;
}

function rollupProblems(
  definition: FormDefinition,
  field: Extract<Field, { type: 'rollup' }>,
  table?: string,
): ProblemCode[] {
  if (table !== undefined) return ['forms.problem.rollup_place'];
  // what stands in other forms is looked at by the server
  if (isOverRelated(field.config)) return [];
  const source = definition.tables.find(({ id }) => id === field.config.table);
  if (!source) return ['forms.problem.rollup_table'];
  if (field.config.function === 'count') return [];
  const counted = source.fields.find(({ id }) => id === field.config.field);
  return counted && fieldKind(counted) === (field.config.function === 'list' ? 'text' : 'number')
    ? []
    : ['forms.problem.rollup_field'];
}

/** It follows a relation beside it which names one record. */
function lookupProblems(
  definition: FormDefinition,
  { config }: Extract<Field, { type: 'lookup' }>,
  table?: string,
): ProblemCode[] {
  const beside =
    table === undefined ? definition.fields : (definition.tables.find(({ id }) => id === table)?.fields ?? []);
  const relation = beside.find(({ id }) => id === config.relation);
  if (relation?.type !== 'relation' || relation.config.cardinality === 'manyToMany')
    return ['forms.problem.lookup_relation'];
  return config.field === '' ? ['forms.problem.lookup_field'] : [];
}

function layoutProblems(definition: FormDefinition): Problem[] {
  const fields = new Set(definition.fields.map(({ id }) => id));
  const tables = new Set(definition.tables.map(({ id }) => id));
  const placed: string[] = [];
  const problems: Problem[] = [];
  for (const item of definition.layout.flatMap(({ items }) => items)) {
    if (item.kind === 'field') {
      placed.push(item.field);
      if (!fields.has(item.field))
        problems.push({ code: 'forms.problem.layout_unknown', level: 'warning', field: item.field });
    } else if (item.kind === 'table') {
      placed.push(item.table);
      if (!tables.has(item.table))
        problems.push({ code: 'forms.problem.layout_unknown', level: 'warning', table: item.table });
    }
  }
  problems.push(...buttonProblems(definition));
  for (const id of repeated(placed)) problems.push({ code: 'forms.problem.layout_twice', level: 'error', field: id });
  return problems;
}

function buttonProblems(definition: FormDefinition): Problem[] {
  const mayFill = new Set(definition.fields.filter((field) => !isComputed(field)).map(({ id }) => id));
  return definition.layout
    .flatMap(({ items }) => items)
    .flatMap((item): Problem[] => {
      if (item.kind === 'embed')
        return item.address.trim() === ''
          ? [{ code: 'forms.problem.no_expression', level: 'error', part: item.id }]
          : [];
      if (item.kind !== 'button') return [];
      const { action } = item;
      const nothing =
        action.does === 'open'
          ? action.address.trim() === ''
          : action.does === 'print'
            ? false
            : action.values.length === 0 || action.values.some(({ value }) => value.trim() === '');
      if (nothing) return [{ code: 'forms.problem.no_action', level: 'error', part: item.id }];
      return action.does === 'fill' && action.values.some(({ field }) => !mayFill.has(field))
        ? [{ code: 'forms.problem.fill_field', level: 'error', part: item.id }]
        : [];
    });
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function wrongWay(low: unknown, high: unknown): boolean {
  return low !== undefined && high !== undefined && (low as number | string) > (high as number | string);
}
