import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** A setting in words: one thing, or a list of them; blank where nothing is set. */
export type Said = string | readonly string[];

/** What the ids in a version of a form mean. */
export interface Around {
  t: Translate;
  locale: string;
  definition: FormDefinition;
  /** A formula with titles in place of ids. */
  formula: (text: string) => string;
  /** People, departments, posts, roles, records, devices. */
  nameOf: (id: string) => string | undefined;
  formTitle: (id: string) => string;
  /** Fields of another form. */
  formFields: (id: string) => readonly Field[];
  /** A relation of another form that leads to this one. */
  referrer: (form: string, via: string) => { title: string; fields: readonly { id: string; title: Text }[] };
  dictionary: (code: string) => string;
  product: (id: string) => string;
  /** A point of a product or, where that is not known, of a device. */
  point: (owner: string, key: string) => string;
  template: (id: string) => string;
}

/** How a setting is called in the panel where it is made, and what it says there. */
export interface Setting<Value, Owner> {
  label: string;
  say: (value: Value, around: Around, owner: Owner) => Said;
}

/** Each setting of a thing; null: it says nothing by itself, or stands in the words of another. */
export type Settings<Owner> = { [K in keyof Required<Owner>]: Setting<Owner[K], Owner> | null };

type Any<Value> = Setting<Value, unknown>;

/** As it was written: a number, a unit, a pattern. */
export function written(label: string): Any<string | number | undefined> {
  return { label, say: (value) => (value === undefined ? '' : String(value)) };
}

export function flag(label: string): Any<boolean | undefined> {
  return { label, say: (value, { t }) => t(value ? 'design.version.yes' : 'design.version.no') };
}

/** One of a few words, `first` where nothing is chosen; `labels` is the start of their keys, as in `ChoicePart`. */
export function choice(label: string, labels: string, first?: string): Any<string | number | undefined> {
  return { label, say: (value = first, { t }) => (value === undefined ? '' : t(`${labels}${value}`)) };
}

/** In both languages where it is written in both. */
export function text(label: string): Any<Text | undefined> {
  return { label, say: (value) => bothOf(value) };
}

export function formula(label: string): Any<string | undefined> {
  return { label, say: (value, around) => (value === undefined || value.trim() === '' ? '' : around.formula(value)) };
}

/** Fields of the form by their titles. */
export function fields(label: string): Any<readonly string[] | undefined> {
  return { label, say: (ids = [], around) => ids.map((id) => fieldTitle(id, around)) };
}

export function bothOf(value: Text | undefined): string {
  return [value?.zh, value?.en].filter(Boolean).join(' / ');
}

/** Of a field of the form, a column of its slave tables or what every record carries. */
export function fieldTitle(id: string, { t, locale, definition }: Around): string {
  const field = fieldIn(definition, id);
  return field ? textIn(field.title, locale) : t('design.version.gone');
}

export function fieldIn({ fields: own, tables }: FormDefinition, id: string): Field | undefined {
  if (isSystemField(id)) return systemFields[id];
  return (
    own.find((field) => field.id === id) ?? tables.flatMap((table) => table.fields).find((field) => field.id === id)
  );
}

export function titleAmong(id: string, among: readonly { id: string; title: Text }[], { t, locale }: Around): string {
  if (isSystemField(id)) return textIn(systemFields[id].title, locale);
  const found = among.find((one) => one.id === id);
  return found ? textIn(found.title, locale) : t('design.version.gone');
}

/** Words one behind the other. */
export function joined(words: readonly string[], { locale }: Around): string {
  return words.filter((word) => word !== '').join(locale === 'zh-CN' ? '、' : ', ');
}

/** What is said, then more of it. */
export function detailed(word: string, details: readonly string[], { locale }: Around): string {
  const more = details.filter((detail) => detail !== '');
  return more.length === 0
    ? word
    : locale === 'zh-CN'
      ? `${word}（${more.join('，')}）`
      : `${word} (${more.join(', ')})`;
}

/** A setting that stands in the words of another: `Label: what it says`. */
export function named(label: string, word: string, { locale }: Around): string {
  return word === '' ? '' : `${label}${locale === 'zh-CN' ? '：' : ': '}${word}`;
}
