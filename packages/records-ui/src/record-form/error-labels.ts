import { completeLayout, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FormError } from '@formwork/ui/feedback/form-errors.tsx';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { ShownError } from './use-record-form.ts';

/** Errors for the list at the top, in the order of their places on the page: each with the name of its place, and the path to jump to. */
export function labelledErrors(
  definition: FormDefinition,
  errors: readonly ShownError[],
  locale: string,
  t: Translate,
): FormError[] {
  return inOrder(definition, errors).map(({ path, message }) => {
    const [first = '', index, inner] = path.split('.');
    const table = definition.tables.find(({ id }) => id === first);
    if (!table)
      return {
        name: first,
        label: textIn(definition.fields.find(({ id }) => id === first)?.title, locale) || t('records.form.this_record'),
        message,
      };
    const column = textIn(table.fields.find(({ id }) => id === inner)?.title, locale);
    const place = index === undefined ? '' : ` ${t('records.slave.row', { row: Number(index) + 1 })}`;
    return { name: path, label: `${textIn(table.title, locale)}${place}${column && ` ${column}`}`, message };
  });
}

/** What belongs to no place stands first. */
function inOrder(definition: FormDefinition, errors: readonly ShownError[]): ShownError[] {
  const places = completeLayout(definition).flatMap(({ items }) => items.map(layoutItemId));
  const rankOf = (path: string): [number, number, number] => {
    const [first = '', row = '-1', inner = ''] = path.split('.');
    const columns = definition.tables.find(({ id }) => id === first)?.fields ?? [];
    return [places.indexOf(first), Number(row), columns.findIndex(({ id }) => id === inner)];
  };
  const ranked = errors.map((error) => ({ error, rank: rankOf(error.path) }));
  return ranked
    .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
    .map(({ error }) => error);
}
