import type { FormDefinition } from './definition.ts';
import type { Field } from './field.ts';
import type { Problem } from './problems.ts';

/** The definition as it is released: each formula says how it reads empty numbers. Those that do not say so yet count them as 0. */
export function withEmpties(definition: FormDefinition): FormDefinition {
  const settled = (fields: Field[]) =>
    fields.some(isOpen)
      ? fields.map((field) =>
          isOpen(field) ? ({ ...field, config: asKept({ ...field.config, empties: 'zero' }) } as Field) : field,
        )
      : fields;
  return {
    ...definition,
    fields: settled(definition.fields),
    tables: definition.tables.map((table) => ({ ...table, fields: settled(table.fields) })),
  };
}

/** Formulas of the last release that read empty numbers in another way from this release on: their results change. */
export function emptiesProblems(before: FormDefinition | null, after: FormDefinition): Problem[] {
  if (!before) return [];
  const changed = (was: readonly Field[], fields: readonly Field[], table?: string) =>
    fields.flatMap((field): Problem[] => {
      const old = was.find(({ id }) => id === field.id);
      if (field.type !== 'formula' || !old || !isOpen(old)) return [];
      return [
        {
          code: field.config.empties === 'null' ? 'forms.problem.empties_sums' : 'forms.problem.empties_counted',
          level: 'warning',
          table,
          field: field.id,
        },
      ];
    });
  return [
    ...changed(before.fields, after.fields),
    ...after.tables.flatMap((table) =>
      changed(before.tables.find(({ id }) => id === table.id)?.fields ?? [], table.fields, table.id),
    ),
  ];
}

/** The database keeps the keys of JSON by length and letter; columns that keep values apart are named after the settings as they are kept. */
function asKept(config: object): object {
  return Object.fromEntries(Object.entries(config).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}

function isOpen(field: Field): boolean {
  return field.type === 'formula' && field.config.empties === undefined;
}
