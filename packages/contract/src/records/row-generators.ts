import type { FormDefinition } from '../forms/definition.ts';
import type { Problem } from '../forms/problems.ts';
import { generatorText, type RowGenerator } from '../forms/row-generator.ts';
import { mainTypes, type CompiledExpression, type CompileExpression } from './expressions.ts';

/** Rules that make rows, by their ids; what is wrong with them goes to the problems. */
export function compileGenerators(
  definition: FormDefinition,
  compile: CompileExpression,
  problems: Problem[],
): Map<string, CompiledExpression> {
  const compiled = new Map<string, CompiledExpression>();
  for (const table of definition.tables) {
    for (const rule of table.generators ?? []) {
      const text = generatorTextIn(definition, rule);
      if (text === undefined || rule.values.some(({ field }) => !table.fields.some(({ id }) => id === field))) {
        problems.push({ code: 'forms.problem.generator', level: 'error', table: table.id });
        continue;
      }
      const result = compile(text, mainTypes(definition));
      if (result.ok) compiled.set(rule.id, result);
      else
        for (const problem of result.problems)
          problems.push({
            code: 'forms.problem.expression',
            level: 'error',
            table: table.id,
            data: { ...problem.data, property: 'generators', reason: problem.code },
          });
    }
  }
  return compiled;
}

/** The texts of all rules, for who only asks what they speak of. */
export function generatorTexts(definition: FormDefinition): string[] {
  return definition.tables.flatMap((table) =>
    (table.generators ?? []).flatMap((rule) => generatorTextIn(definition, rule) ?? []),
  );
}

/** A rule runs over the record, or over a field of any table with options. */
function generatorTextIn(definition: FormDefinition, rule: RowGenerator): string | undefined {
  const fields = [...definition.fields, ...definition.tables.flatMap((table) => table.fields)];
  return generatorText(rule, (id) => {
    const config = fields.find((field) => field.id === id)?.config as { options?: { id: string }[] } | undefined;
    return config?.options?.map((option) => option.id);
  });
}
