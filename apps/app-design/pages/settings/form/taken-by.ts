import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Taken } from '../../uses/use-take-away.tsx';
import { fieldsOf, type Selection } from './edits.ts';

/** What of the data goes with what is selected: a field, a slave table with its columns. Parts of the layout hold none. */
export function takenBy(
  definition: FormDefinition,
  form: string,
  selection: Selection,
  locale: string,
): Taken | undefined {
  if (selection.kind === 'field') {
    const field = fieldsOf(definition, selection.table).find(({ id }) => id === selection.field);
    return field && { named: [{ form, element: field.id }], what: textIn(field.title, locale) };
  }
  const table = selection.kind === 'table' ? definition.tables.find(({ id }) => id === selection.table) : undefined;
  return (
    table && {
      named: [table, ...table.fields].map(({ id }) => ({ form, element: id })),
      what: textIn(table.title, locale),
    }
  );
}
