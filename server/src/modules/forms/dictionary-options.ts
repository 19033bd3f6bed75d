import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { optionsOf, treeOptionsOf } from '@formwork/contract/basedata/options.ts';
import { dictionaryItems } from '../basedata/public.ts';

/** The definition with the options of today in fields that take them from a dictionary; one that is gone leaves the last ones. */
export async function withDictionaries(tx: ControlTx, definition: FormDefinition): Promise<FormDefinition> {
  const fields = [...definition.fields, ...definition.tables.flatMap((table) => table.fields)];
  const codes = new Set(fields.flatMap((field) => dictionaryOf(field) ?? []));
  if (codes.size === 0) return definition;
  const items = await dictionaryItems(tx, [...codes]);
  const flat = new Map([...items].map(([code, own]) => [code, optionsOf(own)]));
  const trees = new Map([...items].map(([code, own]) => [code, treeOptionsOf(own)]));
  const offered = (field: Field): Field => {
    const found = (field.type === 'cascade' || field.type === 'treeSelect' ? trees : flat).get(
      dictionaryOf(field) ?? '',
    );
    return found ? ({ ...field, config: { ...field.config, options: withFormer(found, field) } } as Field) : field;
  };
  return {
    ...definition,
    fields: definition.fields.map(offered),
    tables: definition.tables.map((table) => ({ ...table, fields: table.fields.map(offered) })),
  };
}

/** Entries that the dictionary has no more, as it last had them: records may hold them. Of trees the way to them would be gone. */
function withFormer(entries: readonly Option[], field: Field): readonly Option[] {
  if (field.type === 'cascade' || field.type === 'treeSelect' || !('options' in field.config)) return entries;
  const there = new Set(entries.map(({ id }) => id));
  return [
    ...entries,
    ...field.config.options.filter(({ id }) => !there.has(id)).map((option): Option => ({ ...option, retired: true })),
  ];
}

function dictionaryOf(field: Field): string | undefined {
  return 'dictionary' in field.config ? field.config.dictionary : undefined;
}
