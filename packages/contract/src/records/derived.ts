import type { FormDefinition } from '../forms/definition.ts';
import { isOverRelated } from '../forms/field-types/rollup.ts';
import type { Field } from '../forms/field.ts';

/** A field that is worked out from others: whoever does not see those does not see it either, unless its designer says that they may. */
export interface Derived {
  /** `field`, or `table.field` in a slave table. */
  key: string;
  field: Field;
  /** What it is worked out from in its own form: fields, slave tables and `table.field`. */
  from: string[];
  /** What it takes from another form. */
  beyond: { form: string; keys: string[] } | undefined;
  /** Seen whatever is hidden of what it is made of. */
  released: boolean;
}

/** Whether fields of this type are worked out from others. */
export function isDerived({ type }: Pick<Field, 'type'>): boolean {
  return type === 'formula' || type === 'concatenation' || type === 'lookup' || type === 'rollup';
}

export function derivedFields(definition: FormDefinition): Derived[] {
  const main = definition.fields.flatMap((field) => derived(definition, field, undefined) ?? []);
  return [
    ...main,
    ...definition.tables.flatMap((table) =>
      table.fields.flatMap((field) => derived(definition, field, table.id) ?? []),
    ),
  ];
}

/** The keys, and of what is worked out from them all that nobody has released. A table leaves out its fields. */
export function withDerived(all: readonly Derived[], keys: ReadonlySet<string>): ReadonlySet<string> {
  if (keys.size === 0 || all.length === 0) return keys;
  const found = new Set(keys);
  const isHidden = (key: string): boolean =>
    found.has(key) || (key.includes('.') && found.has(key.slice(0, key.indexOf('.'))));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { key, from, released } of all) if (!released && !found.has(key) && from.some(isHidden)) found.add(key);
  }
  return found.size === keys.size ? keys : found;
}

/** A field with all that it is worked out from in its form, as far as hiding reaches it. */
export function madeFrom(all: readonly Derived[], key: string): Set<string> {
  const byKey = new Map(all.map((one) => [one.key, one]));
  const found = new Set<string>();
  const add = (one: string): void => {
    if (found.has(one)) return;
    found.add(one);
    if (one.includes('.')) found.add(one.slice(0, one.indexOf('.')));
    const of = byKey.get(one);
    if (of && !of.released) of.from.forEach(add);
  };
  add(key);
  return found;
}

function derived(definition: FormDefinition, field: Field, table: string | undefined): Derived | undefined {
  const beside = new Set(
    (table === undefined ? definition.fields : (definition.tables.find(({ id }) => id === table)?.fields ?? [])).map(
      ({ id }) => id,
    ),
  );
  const keyOf = (id: string): string => (table !== undefined && beside.has(id) ? `${table}.${id}` : id);
  const made = (from: string[], beyond?: Derived['beyond']): Derived => ({
    key: keyOf(field.id),
    field,
    from,
    beyond,
    released: field.seenAnyway === true,
  });
  if (field.type === 'formula') return made(spokenOf(definition, field.config.expression, table));
  if (field.type === 'concatenation')
    return made(field.config.parts.flatMap((part) => (part.kind === 'field' ? [keyOf(part.field)] : [])));
  if (field.type === 'lookup')
    return made(
      [keyOf(field.config.relation)],
      beyondOf(definition, field.config.relation, table, [field.config.field]),
    );
  if (field.type !== 'rollup') return undefined;
  const { config } = field;
  const counted = config.function === 'count' ? [] : [config.field ?? ''];
  if (!isOverRelated(config)) return made([config.table, ...counted.map((id) => `${config.table}.${id}`)]);
  if (!config.form)
    return made([config.relation ?? ''], beyondOf(definition, config.relation ?? '', undefined, counted));
  const [via = ''] = [config.via];
  const inside = via.includes('.') ? `${via.slice(0, via.indexOf('.'))}.` : '';
  return made([], { form: config.form, keys: [via, ...counted.map((id) => inside + id)] });
}

function beyondOf(
  definition: FormDefinition,
  relation: string,
  table: string | undefined,
  keys: string[],
): Derived['beyond'] {
  const among =
    table === undefined ? definition.fields : (definition.tables.find(({ id }) => id === table)?.fields ?? []);
  const named = among.find(({ id }) => id === relation);
  return named?.type === 'relation' && keys.length > 0 ? { form: named.config.form, keys } : undefined;
}

/** What an expression names; where it names a slave table, the fields of it whose names it speaks. Rather one too many. */
function spokenOf(definition: FormDefinition, expression: string, table: string | undefined): string[] {
  const words = new Set(expression.replace(/"(?:[^"\\]|\\.)*"/g, ' ').match(/[a-z][a-z0-9]*/gi) ?? []);
  const own = table === undefined ? [] : (definition.tables.find(({ id }) => id === table)?.fields ?? []);
  return [
    ...definition.fields.filter(({ id }) => words.has(id) && !own.some((one) => one.id === id)).map(({ id }) => id),
    ...own.filter(({ id }) => words.has(id)).map(({ id }) => `${table}.${id}`),
    ...definition.tables
      .filter(({ id }) => words.has(id))
      .flatMap(({ id, fields }) => [
        id,
        ...fields.filter((field) => words.has(field.id)).map((field) => `${id}.${field.id}`),
      ]),
  ];
}
