import type { DefinitionChange } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { configSettings } from './config-settings.ts';
import { fieldSettings, formSettings, tableSettings } from './definition-settings.ts';
import { formulaWords } from './formula-words.ts';
import { layoutParts, sectionNames } from './layout-settings.ts';
import { fieldTitle, named, type Around, type Said, type Setting } from './setting.ts';

/** A setting that reads otherwise before and after. */
export interface Difference {
  label: string;
  before: Said;
  after: Said;
}

/** By the keys of the settings: two of them may have one label. */
type Words = ReadonlyMap<string, { label: string; said: Said }>;
type AnySettings = Readonly<Record<string, Setting<never, never> | null>>;

const nothing: Words = new Map();

/** What a change says, setting by setting, in the words of the panels where they are made. */
export function differencesOf(change: DefinitionChange, before: Around, after: Around): Difference[] {
  if (change.what === 'layout')
    return change.table === undefined
      ? layoutDifferences(before, after)
      : compared(columnsOf(change, before), columnsOf(change, after));
  const [was, is] = [wordsOf(change, before), wordsOf(change, after)];
  // of what came or went, only what it says
  return change.kind === 'changed'
    ? compared(was, is)
    : compared(was, is).filter(({ before: one, after: other }) => says(one, before) || says(other, after));
}

/** Everything that a thing says of itself, by the labels of its settings. */
export function inWords(owner: object, settings: AnySettings, around: Around): Words {
  const all = Object.entries(settings as Readonly<Record<string, Setting<unknown, object> | null>>);
  return new Map(
    all.flatMap(([key, setting]) =>
      setting
        ? [
            [
              key,
              {
                label: around.t(setting.label),
                said: setting.say((owner as Record<string, unknown>)[key], around, owner),
              },
            ],
          ]
        : [],
    ),
  );
}

function fieldWords(field: Field, around: Around): Words {
  const own = inWords(field.config, configSettings[field.type], around);
  return new Map([
    ...inWords(field, fieldSettings, around),
    ...[...own].map(([key, words]) => [`config.${key}`, words] as const),
  ]);
}

function wordsOf({ what, table, field }: DefinitionChange, around: Around): Words {
  const { definition } = around;
  const owner = definition.tables.find(({ id }) => id === table);
  if (what === 'form') return inWords(definition, formSettings, around);
  if (what === 'table') return owner ? inWords(owner, tableSettings, around) : nothing;
  const found = (table === undefined ? definition.fields : (owner?.fields ?? [])).find(({ id }) => id === field);
  if (!found) return nothing;
  if (table !== undefined)
    return fieldWords(found, { ...around, formula: formulaWords(definition, around.locale, { table }) });
  // there are no other rows in its record
  const words = new Map(fieldWords(found, around));
  words.delete('uniqueWithin');
  return words;
}

function columnsOf({ table }: DefinitionChange, around: Around): Words {
  const found = around.definition.tables.find(({ id }) => id === table);
  return new Map([
    [
      'fields',
      {
        label: around.t('design.version.contents'),
        said: (found?.fields ?? []).map(({ id }) => fieldTitle(id, around)),
      },
    ],
  ]);
}

function layoutDifferences(before: Around, after: Around): Difference[] {
  const [was, is] = [layoutParts(before), layoutParts(after)];
  const ids = new Set([...is, ...was].map(({ id }) => id));
  const sections = compared(sectionsOf(before), sectionsOf(after));
  const parts = [...ids].flatMap((id) => {
    const [one, other] = [was.find((part) => part.id === id), is.find((part) => part.id === id)];
    // what came or went is told by what its section holds; fields and tables tell it themselves
    if (!one || !other) return [];
    return compared(inWords(one.owner, one.settings, before), inWords(other.owner, other.settings, after)).map(
      (difference) => ({ ...difference, label: `${other.name} · ${difference.label}` }),
    );
  });
  const came = is
    .filter(({ id, owner }) => !was.some((part) => part.id === id) && !isPlaced(owner))
    .map((part) => ({ label: part.name, before: '' as Said, after: summary(part, after) }));
  const went = was
    .filter(({ id, owner }) => !is.some((part) => part.id === id) && !isPlaced(owner))
    .map((part) => ({ label: part.name, before: summary(part, before), after: '' as Said }));
  return [...sections, ...parts, ...came, ...went];
}

function sectionsOf(around: Around): Words {
  return new Map([['layout', { label: around.t('design.version.sections'), said: sectionNames(around) }]]);
}

function isPlaced(owner: object): boolean {
  return 'kind' in owner && (owner.kind === 'field' || owner.kind === 'table');
}

function summary({ owner, settings }: ReturnType<typeof layoutParts>[number], around: Around): string[] {
  return [...inWords(owner, settings, around).values()]
    .filter(({ said }) => says(said, around))
    .map(({ label, said }) => named(label, typeof said === 'string' ? said : said.join('; '), around));
}

function says(said: Said, { t }: Around): boolean {
  return said.length > 0 && said !== t('design.version.no');
}

function compared(was: Words, is: Words): Difference[] {
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((key) => ({
      label: (is.get(key) ?? was.get(key))!.label,
      before: was.get(key)?.said ?? '',
      after: is.get(key)?.said ?? '',
    }))
    .filter(({ before, after }) => !same(before, after));
}

function same(one: Said, other: Said): boolean {
  return [one].flat().join('\n') === [other].flat().join('\n');
}
