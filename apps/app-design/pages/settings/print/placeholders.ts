import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { notificationWords } from '@formwork/contract/forms/notifications.ts';
import { pageWords } from '@formwork/contract/printing/template.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What may stand in double braces: kept by its id, written and read by its title. */
export interface Placeholder {
  id: string;
  title: string;
  group: 'fields' | 'others' | { table: string };
}

export interface Placeholders {
  all: readonly Placeholder[];
  /** With titles in place of ids. */
  shown: (text: string) => string;
  /** With ids in place of titles, as templates keep it. */
  stored: (text: string) => string;
  /** Names in braces that mean nothing. */
  unknown: (text: string) => string[];
  titleOf: (id: string) => string | undefined;
}

const braces = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** Where the words stand: on paper, or in a message that tells of a record. */
export type WordsOn = 'paper' | 'message';

export function placeholdersOf(
  definition: FormDefinition,
  locale: string,
  t: Translate,
  on: WordsOn = 'paper',
): Placeholders {
  const all = unmistakable([
    ...[...definition.fields, ...Object.values(systemFields)].map((field): Placeholder => ({
      id: field.id,
      title: titleOf(field, locale),
      group: 'fields',
    })),
    ...(on === 'paper' ? definition.tables : []).flatMap((table): Placeholder[] => {
      const title = titleOf(table, locale);
      const of = (id: string, name: string): Placeholder => ({
        id: `${table.id}.${id}`,
        title: `${title}.${name}`,
        group: { table: title },
      });
      return [
        of('number', t('design.print.number')),
        ...table.fields.map((field) => of(field.id, titleOf(field, locale))),
      ];
    }),
    ...(on === 'paper' ? pageWords : notificationWords).map((word): Placeholder => ({
      id: word,
      title: t(`design.print.word.${word}`),
      group: 'others',
    })),
  ]);
  const byId = new Map(all.map((one) => [one.id, one]));
  const byTitle = new Map(all.map((one) => [one.title, one]));
  const rewritten = (text: string, write: (name: string) => string | undefined) =>
    text.replace(braces, (whole, name: string) => {
      const written = write(name);
      return written === undefined ? whole : `{{${written}}}`;
    });
  return {
    all,
    shown: (text) => rewritten(text, (name) => byId.get(name)?.title),
    stored: (text) => rewritten(text, (name) => byTitle.get(name)?.id),
    unknown: (text) =>
      [...text.matchAll(braces)].flatMap(([, name = '']) => (byId.has(name) || byTitle.has(name) ? [] : [name])),
    titleOf: (id) => byId.get(id)?.title,
  };
}

/** Braces would end it early. */
function titleOf({ title }: Pick<Field, 'title'>, locale: string): string {
  return textIn(title, locale).replaceAll(/[{}]/g, '').trim();
}

/** Of several with one title each but the first is numbered. */
function unmistakable(all: readonly Placeholder[]): Placeholder[] {
  const count = new Map<string, number>();
  return all.map((one) => {
    const at = (count.get(one.title) ?? 0) + 1;
    count.set(one.title, at);
    return at === 1 ? one : { ...one, title: `${one.title} (${at})` };
  });
}
