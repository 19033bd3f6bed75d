import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FormError } from '@formwork/ui/form-errors.tsx';
import type { Translate } from '../i18n/i18n.ts';
import type { ShownError } from './use-record-form.ts';

/** Errors for the list at the top: each with the name of its place, and the path to jump to. */
export function labelledErrors(definition: FormDefinition, errors: readonly ShownError[], locale: string, t: Translate): FormError[] {
  return errors.map(({ path, message }) => {
    const [first = '', index, inner] = path.split('.');
    const table = definition.tables.find(({ id }) => id === first);
    if (!table) return { name: first, label: textIn(definition.fields.find(({ id }) => id === first)?.title, locale) || t('records.form.this_record'), message };
    const column = textIn(table.fields.find(({ id }) => id === inner)?.title, locale);
    const place = index === undefined ? '' : ` ${t('records.slave.row', { row: Number(index) + 1 })}`;
    return { name: path, label: `${textIn(table.title, locale)}${place}${column && ` ${column}`}`, message };
  });
}
