import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { valueWithOption } from '@formwork/contract/condition/references.ts';
import { withWord } from '@formwork/feel/mentions.ts';

/** The definition with what it says of an option that is being replaced said of the one that takes its place: defaults, expressions, linked options. */
export function withOptionsFollowing(before: FormDefinition, after: FormDefinition, field: string): FormDefinition {
  const was = new Map(optionsOf(before, field).map((option) => [option.id, option.replacedBy]));
  return optionsOf(after, field).reduce(
    (definition, { id, replacedBy }) =>
      replacedBy !== undefined && was.get(id) !== replacedBy
        ? following(definition, field, id, replacedBy)
        : definition,
    after,
  );
}

function following(definition: FormDefinition, field: string, from: string, to: string): FormDefinition {
  const inField = (one: Field): Field => {
    const { optionsBy, defaultValue } = one;
    return {
      ...texts(one, field, from, to),
      ...(one.id === field &&
        defaultValue !== undefined && { defaultValue: valueWithOption(defaultValue as string, from, to) }),
      ...(optionsBy && {
        optionsBy: {
          ...optionsBy,
          offers: linked(optionsBy.offers, optionsBy.field === field, one.id === field, from, to),
        },
      }),
    };
  };
  return {
    ...texts(definition, field, from, to),
    fields: definition.fields.map(inField),
    tables: definition.tables.map((table) => ({ ...texts(table, field, from, to), fields: table.fields.map(inField) })),
  };
}

/** Every text that is an expression: in one that is none nothing is held against a field. */
function texts<T>(thing: T, field: string, from: string, to: string): T {
  if (typeof thing === 'string') return (thing.includes(`"${from}"`) ? withWord(thing, field, from, to) : thing) as T;
  if (Array.isArray(thing)) return thing.map((one: unknown) => texts(one, field, from, to)) as T;
  if (typeof thing !== 'object' || thing === null) return thing;
  return Object.fromEntries(
    Object.entries(thing).map(([key, value]) => [
      key,
      key === 'config' && 'options' in (value as object) ? value : texts(value as unknown, field, from, to),
    ]),
  ) as T;
}

function linked(
  offers: Readonly<Record<string, string[]>>,
  bySource: boolean,
  byOwn: boolean,
  from: string,
  to: string,
): Record<string, string[]> {
  const own = byOwn
    ? Object.fromEntries(Object.entries(offers).map(([key, ids]) => [key, valueWithOption(ids, from, to)]))
    : offers;
  if (!bySource || !(from in own)) return { ...own };
  const { [from]: moved = [], ...others } = own;
  return { ...others, [to]: [...new Set([...(own[to] ?? []), ...moved])] };
}

function optionsOf({ fields, tables }: FormDefinition, field: string): readonly Option[] {
  const config = [...fields, ...tables.flatMap((table) => table.fields)].find(({ id }) => id === field)?.config;
  return config && 'options' in config ? (config.options as readonly Option[]) : [];
}
