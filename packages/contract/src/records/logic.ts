import type { FormDefinition, SlaveTable } from '../forms/definition.ts';
import { comparisonText, systemTime, type Comparison } from '../forms/comparisons.ts';
import { fieldKind, isComputed, type Field, type FieldOf } from '../forms/field.ts';
import type { Option } from '../forms/field-types/single-select.ts';
import { isOverRelated } from '../forms/field-types/rollup.ts';
import { fieldTypeSpec } from '../forms/field-types/registry.ts';
import { concatenated, storedWords } from '../forms/field-types/concatenation.ts';
import type { Problem } from '../forms/problems.ts';
import { instantText } from '../forms/values/dates.ts';
import { decimalOf, decimalText, roundDecimal } from '../forms/values/decimal.ts';
import { isEmptyValue, type FieldValue, type ValueKind, type Values } from '../forms/values/value.ts';
import {
  mainTypes,
  rowTypes,
  type CompiledExpression,
  type CompileExpression,
  type Empties,
  type ExpressionType,
} from './expressions.ts';
import { keyOf, layoutExpressions, layoutLogic, type LayoutLogic } from './layout-logic.ts';
import { compileGenerators } from './row-generators.ts';
import { fillLinked, type Linked } from './linked.ts';
import { missingOf, namesOf, titleOf } from './missing.ts';
import { orderOf, type ComputedNode } from './logic-order.ts';
import { areOffered, offeredByLink } from './offered-options.ts';
import { repeatedInRows } from './unique-values.ts';
import { fixedState, type FieldError, type FieldState } from './validate.ts';

/** A record being worked on: values of the main table and of each slave table's rows. */
export interface WorkingRecord {
  values: Values;
  slaves: Record<string, { values: Values }[]>;
}

export interface LogicContext {
  userId: string;
  now: Date;
  timeZone: string;
  /** Names of people and departments, where texts are put together of them. */
  nameOf?: ((id: string) => string | undefined) | undefined;
  /** Kept from this page (see `FormRecord.hidden`): what depends on it is left as the server sent it, and nothing is said about it. */
  unknown?: ReadonlySet<string> | undefined;
  /** What lookups and roll-ups take from other records; without it they stay as they are. */
  linked?: Linked | undefined;
}

/** Everything about a form that depends on other values. The same runs as a person types and when the server saves. */
export interface FormLogic {
  /** Values of a new record's fields that nobody gave; `given` names those that were, emptied ones included. */
  fillDefaults(record: WorkingRecord, given: ReadonlySet<string>, context: LogicContext): void;
  fillRowDefaults(
    table: string,
    row: Values,
    given: ReadonlySet<string>,
    record: WorkingRecord,
    context: LogicContext,
  ): void;
  /** Writes formulas and roll-ups into the record, in the order of their dependence; `settled` rows have theirs already. */
  compute(record: WorkingRecord, context: LogicContext, settled?: ReadonlySet<object>): void;
  /** Names that formulas and conditions of a slave table's fields read outside of their row. While they stay as they are, so does what a row says. */
  outsideReads(table: string): ReadonlySet<string>;
  /** The rows that a rule of a slave table makes, as plain values by field; nothing where it cannot be worked out. */
  generate(rule: string, record: WorkingRecord, context: LogicContext): Record<string, unknown>[];
  /**
   * Whether a field is required, hidden, read-only at this moment; `row` for a field of a slave table. What cannot be decided
   * neither hides nor locks nor asks: `open` names what is missing to say whether it is required.
   */
  stateOf(field: Field, record: WorkingRecord, row: Values | undefined, context: LogicContext): FieldState;
  /** Whether a field is unique in this record, or in this row of it: always, or because its condition is true. */
  mustBeUnique(field: Field, record: WorkingRecord, row: Values | undefined, context: LogicContext): boolean;
  /** Ids of the options a field offers at this moment; undefined where it offers all it has. */
  offered(
    field: Field,
    record: WorkingRecord,
    row: Values | undefined,
    context: LogicContext,
  ): ReadonlySet<string> | undefined;
  /** Rules between fields that do not hold. */
  violations(record: WorkingRecord, context: LogicContext): FieldError[];
  /** What expressions say about the layout. What is out of sight is not required: `stateOf` knows it of fields, who walks rows asks for their table. */
  layout: LayoutLogic;
  /** What is wrong with the expressions of the definition. */
  problems: Problem[];
  /** What each expression of a computed field reads, by `field` or `table.field`. */
  reads: ReadonlyMap<string, readonly string[]>;
}

type Property = 'optionsFormula' | 'requiredIf' | 'readOnlyIf' | 'hiddenIf' | 'validIf' | 'uniqueIf' | 'defaultFormula';
const conditions = ['requiredIf', 'readOnlyIf', 'hiddenIf', 'validIf', 'uniqueIf'] as const;

/** As conditions of processes read it, a sum of no rows is 0. Columns of what is unique keep the reading they were filled with. */
const emptiesOf: Partial<Record<Property, Empties>> = {
  requiredIf: 'null',
  readOnlyIf: 'null',
  hiddenIf: 'null',
  validIf: 'null',
};

export function compileLogic(definition: FormDefinition, compile: CompileExpression): FormLogic {
  const problems: Problem[] = [];
  const rules = new Map<Field, Partial<Record<Property, CompiledExpression>>>();
  const computed: ComputedNode[] = [];
  const tableOf = new Map<Field, string>();
  const comparisons = new Map<Field, { comparison: Comparison; expression: CompiledExpression }[]>();

  const read = (
    field: Field,
    property: string,
    text: string | undefined,
    types: Record<string, ExpressionType>,
    table: string | undefined,
    empties?: Empties,
  ): CompiledExpression | undefined => {
    if (text === undefined || text.trim() === '') return undefined;
    const result = compile(text, types, empties);
    if (result.ok) return result;
    for (const problem of result.problems)
      problems.push({
        code: 'forms.problem.expression',
        level: 'error',
        table,
        field: field.id,
        data: { ...problem.data, property, reason: problem.code, from: problem.from, to: problem.to },
      });
    return undefined;
  };
  const readFields = (
    fields: readonly Field[],
    types: Record<string, ExpressionType>,
    table: string | undefined,
  ): void => {
    for (const field of fields) {
      if (table !== undefined) tableOf.set(field, table);
      const own: Partial<Record<Property, CompiledExpression>> = {};
      for (const property of [...conditions, 'optionsFormula', 'defaultFormula'] as const) {
        const expression = read(field, property, field[property], types, table, emptiesOf[property]);
        if (expression) own[property] = expression;
      }
      if (Object.keys(own).length) rules.set(field, own);
      const asked = (field.compare ?? []).flatMap((comparison) => {
        const expression = read(field, 'compare', comparisonText(field.id, fieldKind(field), comparison), types, table);
        return expression ? [{ comparison, expression }] : [];
      });
      if (asked.length > 0) comparisons.set(field, asked);
      const joined =
        field.type === 'concatenation' && field.config.parts.length > 0
          ? putTogether(field, table === undefined ? definition.fields : [...fields, ...definition.fields])
          : undefined;
      const text = sourceOf(field);
      const expression =
        joined ??
        (text === undefined
          ? undefined
          : read(field, 'expression', text, types, table, field.type === 'formula' ? field.config.empties : undefined));
      if (expression) computed.push({ table, field, expression });
    }
  };
  readFields(definition.fields, mainTypes(definition), undefined);
  for (const table of definition.tables) readFields(table.fields, rowTypes(definition, table), table.id);
  const { ordered, cyclic } = orderOf(computed, definition);
  for (const {
    node: { table, field },
    way,
  } of cyclic)
    problems.push({
      code: 'forms.problem.cycle',
      level: 'error',
      table,
      field: field.id,
      data: { way: way.map((node) => node.field.id).join(' ') },
    });

  const types = mainTypes(definition);
  const ofLayout = new Map<string, CompiledExpression>();
  for (const { part, property, text } of layoutExpressions(definition)) {
    const result = compile(text!, types, 'null');
    if (result.ok) ofLayout.set(keyOf(part, property), result);
    else
      for (const problem of result.problems)
        problems.push({
          code: 'forms.problem.expression',
          level: 'error',
          part,
          data: { ...problem.data, property, reason: problem.code, from: problem.from, to: problem.to },
        });
  }

  /** Whether an expression reads anything that is not known here; in rows a name means the row's own field first. */
  const reads = ({ references }: CompiledExpression, table: string | undefined, { unknown }: LogicContext): boolean => {
    if (!unknown?.size) return false;
    const own = new Set(definition.tables.find(({ id }) => id === table)?.fields.map(({ id }) => id));
    return [...references].some((name) =>
      own.has(name)
        ? unknown.has(`${table}.${name}`) || unknown.has(`${table}`)
        : unknown.has(name) || [...unknown].some((id) => id.startsWith(`${name}.`)),
    );
  };
  const holds = (
    expression: CompiledExpression | undefined,
    record: WorkingRecord,
    row: Values | undefined,
    context: LogicContext,
  ): boolean | undefined => expression && evaluate(expression, record, row, context) === true;
  const decided = (
    expression: CompiledExpression,
    record: WorkingRecord,
    row: Values | undefined,
    context: LogicContext,
  ): boolean | null => {
    const found = evaluate(expression, record, row, context);
    return typeof found === 'boolean' ? found : null;
  };

  const generators = compileGenerators(definition, compile, problems);
  const outside = new Map(definition.tables.map((table) => [table.id, outsideOf(table, rules, computed)]));
  const layout = layoutLogic(
    definition,
    ofLayout,
    (expression, record, context) =>
      reads(expression, undefined, context) ? undefined : evaluate(expression, record, undefined, context),
    (expression, record) => missingOf(expression, record, undefined),
  );

  const offered: FormLogic['offered'] = (field, record, row, context) => {
    const linked = context.unknown?.has(field.optionsBy?.field ?? '')
      ? undefined
      : offeredByLink(field, record.values, row);
    const formula = rules.get(field)?.optionsFormula;
    if (!formula || reads(formula, tableOf.get(field), context)) return linked;
    const list = evaluate(formula, record, row, context);
    const ids = (Array.isArray(list) ? list : isEmptyValue(list) ? [] : [list]).map(String);
    return new Set(linked ? ids.filter((id) => linked.has(id)) : ids);
  };
  const mustBeUnique: FormLogic['mustBeUnique'] = (field, record, row, context) =>
    field.unique === true || holds(rules.get(field)?.uniqueIf, record, row, context) === true;
  const choices = [
    ...definition.fields.map((field) => ({ field, table: undefined })),
    ...definition.tables.flatMap((table) => table.fields.map((field) => ({ field, table: table.id }))),
  ].filter(({ field }) => field.optionsBy !== undefined || rules.get(field)?.optionsFormula !== undefined);

  return {
    problems,
    offered,
    layout,
    reads: new Map(
      computed.map(({ table, field, expression }) => [
        table === undefined ? field.id : `${table}.${field.id}`,
        expression.reads,
      ]),
    ),
    fillDefaults(record, given, context) {
      for (const field of definition.fields) {
        if (!given.has(field.id) && !isComputed(field))
          record.values[field.id] = defaultOf(field, rules.get(field)?.defaultFormula, record, undefined, context);
      }
    },
    fillRowDefaults(table, row, given, record, context) {
      for (const field of definition.tables.find(({ id }) => id === table)?.fields ?? []) {
        if (!given.has(field.id) && !isComputed(field))
          row[field.id] = defaultOf(field, rules.get(field)?.defaultFormula, record, row, context);
      }
    },
    outsideReads: (table) => outside.get(table) ?? new Set(),
    generate(rule, record, context) {
      const expression = generators.get(rule);
      const rows =
        expression && !reads(expression, undefined, context)
          ? evaluate(expression, record, undefined, context)
          : undefined;
      return Array.isArray(rows) ? rows.filter((row) => row !== null && typeof row === 'object') : [];
    },
    compute(record, context, settled) {
      if (context.linked) fillLinked(definition, record, context.linked, context.unknown);
      for (const { table, field, expression } of ordered) {
        if (reads(expression, table, context)) continue;
        if (table === undefined)
          record.values[field.id] = resultOf(field, evaluate(expression, record, undefined, context));
        else
          for (const row of record.slaves[table] ?? [])
            if (!settled?.has(row))
              row.values[field.id] = resultOf(field, evaluate(expression, record, row.values, context));
      }
    },
    stateOf(field, record, row, context) {
      const plain = fixedState(field);
      const fixed =
        row === undefined && layout.hidesContent(field.id, record, context) ? { ...plain, hidden: true } : plain;
      const own = rules.get(field);
      if (!own) return fixed;
      const says = (condition: CompiledExpression | undefined): boolean | null =>
        condition === undefined || reads(condition, tableOf.get(field), context)
          ? false
          : decided(condition, record, row, context);
      const required = fixed.required || says(own.requiredIf);
      const open = required === null ? missingOf(own.requiredIf!, record, row) : [];
      return {
        required: required === true,
        hidden: fixed.hidden || says(own.hiddenIf) === true,
        readOnly: fixed.readOnly || says(own.readOnlyIf) === true,
        ...(open.length > 0 && { open }),
      };
    },
    mustBeUnique,
    violations(record, context) {
      const errors: FieldError[] = [];
      for (const { field, table } of choices) {
        if (layout.hidesContent(table ?? field.id, record, context)) continue;
        const check = (values: Values, row: Values | undefined, path: string): void => {
          const options = isEmptyValue(values[field.id]) ? undefined : offered(field, record, row, context);
          if (options && !areOffered(values[field.id], options))
            errors.push({ path, code: 'records.value.not_offered' });
        };
        if (table === undefined) check(record.values, undefined, field.id);
        else
          (record.slaves[table] ?? []).forEach((row, index) =>
            check(row.values, row.values, `${table}.${index}.${field.id}`),
          );
      }
      const demand = (
        field: Field,
        expression: CompiledExpression,
        refusal: Pick<FieldError, 'code' | 'data'>,
      ): void => {
        const table = tableOf.get(field);
        if (reads(expression, table, context) || layout.hidesContent(table ?? field.id, record, context)) return;
        const check = (values: Values, row: Values | undefined, path: string): void => {
          // nothing to say about what is not there: that is what `required` is for
          if (isEmptyValue(values[field.id])) return;
          const says = decided(expression, record, row, context);
          if (says === true) return;
          // undecided it is refused as well, with what is missing: a rule that nobody could ask has not been kept
          const missing = says === null ? missingOf(expression, record, row) : [];
          errors.push(
            missing.length > 0
              ? { path, code: 'records.value.undecided', data: namesOf(definition, missing, table) }
              : { path, ...refusal },
          );
        };
        if (table === undefined) check(record.values, undefined, field.id);
        else
          (record.slaves[table] ?? []).forEach((row, index) =>
            check(row.values, row.values, `${table}.${index}.${field.id}`),
          );
      };
      for (const [field, asked] of comparisons)
        for (const {
          comparison: { operator, to },
          expression,
        } of asked)
          demand(
            field,
            expression,
            to === systemTime
              ? { code: `records.value.compare_${operator}_now` }
              : { code: `records.value.compare_${operator}`, data: { to, other: titleOf(definition, to) } },
          );
      for (const [field, { validIf }] of rules)
        if (validIf) demand(field, validIf, { code: 'records.value.not_valid' });
      for (const table of definition.tables) {
        const counts = (field: Field, row: Values): boolean => {
          const condition = field.unique ? undefined : rules.get(field)?.uniqueIf;
          return (
            !context.unknown?.has(`${table.id}.${field.id}`) &&
            !(condition && reads(condition, table.id, context)) &&
            mustBeUnique(field, record, row, context)
          );
        };
        if (!context.unknown?.has(table.id))
          errors.push(...repeatedInRows(table, record.slaves[table.id] ?? [], counts));
      }
      return errors;
    },
  };
}

function outsideOf(
  table: SlaveTable,
  rules: ReadonlyMap<Field, Partial<Record<Property, CompiledExpression>>>,
  computed: readonly ComputedNode[],
): Set<string> {
  const own = new Set(table.fields.map(({ id }) => id));
  const read = [
    ...computed.filter((node) => node.table === table.id).map(({ expression }) => expression),
    ...table.fields.flatMap((field) => conditions.flatMap((name) => rules.get(field)?.[name] ?? [])),
  ];
  return new Set(read.flatMap(({ references }) => references).filter((name) => !own.has(name)));
}

/** The expression of a computed field; a roll-up is one too, so sums are the same decimal sums everywhere. */
function sourceOf(field: Field): string | undefined {
  if (field.type === 'formula') return field.config.expression;
  if (field.type !== 'rollup') return undefined;
  const { table, field: of, function: name } = field.config;
  if (table === '' || isOverRelated(field.config)) return undefined;
  if (name === 'count') return `count(${table})`;
  if (name === 'list') return of === undefined ? undefined : `string join(${table}.${of}, "、")`;
  return of === undefined ? undefined : `${name === 'avg' ? 'mean' : name}(${table}.${of}[item != null])`;
}

/** A concatenation, run like an expression; within a row its own fields stand before those of the record. */
function putTogether({ config }: FieldOf<'concatenation'>, fields: readonly Field[]): CompiledExpression {
  const known = new Map([...fields].reverse().map((field) => [field.id, field]));
  const references = config.parts.flatMap((part) =>
    part.kind === 'field' && known.has(part.field) ? [part.field] : [],
  );
  return {
    ok: true,
    kind: 'string',
    references,
    reads: references,
    run: (input, { zone, nameOf }) =>
      concatenated(config.parts, (id) => {
        const field = known.get(id);
        return field
          ? storedWords(fieldTypeSpec(field.type), field.config, input[id] as FieldValue, { timeZone: zone, nameOf })
          : '';
      }),
  };
}

function evaluate(
  expression: CompiledExpression,
  { values, slaves }: WorkingRecord,
  row: Values | undefined,
  context: LogicContext,
): unknown {
  const input: Record<string, unknown> = {};
  for (const name of expression.references) {
    if (row && Object.hasOwn(row, name)) input[name] = row[name];
    else if (Object.hasOwn(values, name)) input[name] = values[name];
    else if (Object.hasOwn(slaves, name)) input[name] = (slaves[name] ?? []).map((one) => one.values);
    else if (name === 'user') input[name] = { id: context.userId };
  }
  return expression.run(input, { now: context.now.getTime(), zone: context.timeZone, nameOf: context.nameOf });
}

function defaultOf(
  field: Field,
  expression: CompiledExpression | undefined,
  record: WorkingRecord,
  row: Values | undefined,
  context: LogicContext,
): FieldValue {
  const found = expression ? evaluate(expression, record, row, context) : field.defaultValue;
  // a switch is never between yes and no
  if (isEmptyValue(found) && field.type === 'switch') return false;
  if (isEmptyValue(found)) return null;
  // a default that its field would refuse is none
  const { value } = fieldTypeSpec(field.type).parse(found, field.config, context.timeZone);
  return value === undefined || namesRetired(field, value) ? null : value;
}

/** A new record is offered no option that is kept for old ones alone. */
function namesRetired({ config }: Field, value: FieldValue): boolean {
  const retired =
    'options' in config
      ? (config.options as readonly Option[]).flatMap((option) => (option.retired ? [option.id] : []))
      : [];
  return (
    retired.length > 0 &&
    (Array.isArray(value) ? value : [value]).some((one) => typeof one === 'string' && retired.includes(one))
  );
}

const results: Partial<Record<ValueKind, (value: unknown) => FieldValue>> = {
  text: (value) => (typeof value === 'string' ? value.slice(0, 100_000) : String(value)),
  date: (value) => (typeof value === 'string' ? value.slice(0, 10) : null),
  dateTime: (value) => instantText(typeof value === 'string' ? value.replace(/@.*$|\[.*$/, '') : value) ?? null,
  time: (value) => (typeof value === 'string' ? value.slice(0, 8) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
};

/** A result in the normal form of its field. Without decimals of its own a number keeps ten. */
export function resultOf(field: Field, value: unknown): FieldValue {
  const config = field.config as { decimals?: number | undefined; function?: string };
  if (isEmptyValue(value))
    return field.type === 'rollup' && (config.function === 'sum' || config.function === 'count') ? 0 : null;
  const kind = fieldTypeSpec(field.type).kind(field.config);
  if (kind !== 'number') return results[kind]?.(value) ?? null;
  const plain = decimalText(value);
  return plain === undefined ? null : decimalOf(roundDecimal(plain, config.decimals ?? 10));
}
