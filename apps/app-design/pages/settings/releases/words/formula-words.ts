import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { toShown, type NamedField } from '@formwork/feel/names.ts';

/** Formulas of the form, or of a row of its slave table, as people read them: titles in place of ids, of options too. What else they may read stands `besides`. */
export function formulaWords(
  definition: FormDefinition,
  locale: string,
  { table, besides = [] }: { table?: string; besides?: readonly Field[] } = {},
): (text: string) => string {
  const own = definition.tables.find(({ id }) => id === table);
  const named = (fields: readonly Field[]): NamedField[] =>
    fields.map(({ id, title }) => ({ id, title: textIn(title, locale) }));
  const rows = definition.tables.map(({ id, title, fields }) => ({
    id,
    title: textIn(title, locale),
    fields: named(fields),
  }));
  const names = [
    ...named(besides),
    ...named(own?.fields ?? []),
    ...named(definition.fields),
    ...rows,
    ...named(Object.values(systemFields)),
  ];
  const titles = new Map([...names, ...rows.flatMap(({ fields }) => fields)].map(({ id, title }) => [id, title]));
  const labels = optionLabels(definition, locale);
  // what cannot be told apart by its title keeps its id where one writes; here nobody writes
  return (text) =>
    toShown(text, names)
      .split(literal)
      .map((part, at) =>
        at % 2 === 1 ? `"${labels.get(part) ?? part}"` : part.replaceAll(name, (id) => titles.get(id) ?? id),
      )
      .join('');
}

const literal = /"((?:[^"\\]|\\.)*)"/;
const name = /(?<![\p{L}\p{N}_])_?[a-z][A-Za-z0-9]{1,23}(?![\p{L}\p{N}_])/gu;

function optionLabels({ fields, tables }: FormDefinition, locale: string): ReadonlyMap<string, string> {
  const configs = [...fields, ...tables.flatMap((table) => table.fields)].map(
    ({ config }) => config as { options?: readonly { id: string; label: Text }[] },
  );
  return new Map(
    configs.flatMap(({ options = [] }) => options.map(({ id, label }) => [id, textIn(label, locale)] as const)),
  );
}
