import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import type { Text } from '@formwork/contract/text.ts';

/** What has no Chinese title: the server takes no such draft, so it cannot say where. */
export function blankTitles({ title, fields, tables, layout }: FormDefinition): Problem[] {
  const blank = (one: Text) => one.zh.trim() === '';
  const problem = (place: Omit<Problem, 'code' | 'level'>): Problem => ({
    code: 'forms.problem.blank_title',
    level: 'error',
    ...place,
  });
  return [
    ...(blank(title) ? [problem({})] : []),
    ...fields.filter((field) => blank(field.title)).map(({ id }) => problem({ field: id })),
    ...tables.flatMap((table) => [
      ...(blank(table.title) || table.generators?.some((rule) => blank(rule.title))
        ? [problem({ table: table.id })]
        : []),
      ...table.fields.filter((field) => blank(field.title)).map(({ id }) => problem({ table: table.id, field: id })),
    ]),
    ...layout
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.kind === 'button' && blank(item.title) ? [problem({ part: item.id })] : [])),
  ];
}
