import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';

/** Fields by their titles, one after the other; `paths` are ids, or `table.field` for fields of rows. */
export function titlesOf(definition: FormDefinition, paths: readonly string[], locale: string): string {
  const parts = [
    ...definition.fields,
    ...definition.tables.flatMap((table) => [{ id: table.id, title: table.title }, ...table.fields]),
  ];
  const titles = paths.map((path) => {
    const id = path.slice(path.lastIndexOf('.') + 1);
    return textIn(parts.find((part) => part.id === id)?.title, locale);
  });
  return [...new Set(titles)].filter((title) => title !== '').join(locale === 'zh-CN' ? '、' : ', ');
}
