import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { compileLogic, type FormLogic } from '@formwork/contract/records/logic.ts';

const made = new WeakMap<FormDefinition, Promise<FormLogic>>();

/** The logic of a form, compiled once. The language itself comes only where a form has an expression to be read. */
export function loadLogic(definition: FormDefinition): Promise<FormLogic> {
  let logic = made.get(definition);
  if (!logic) made.set(definition, (logic = compiled(definition)));
  return logic;
}

async function compiled(definition: FormDefinition): Promise<FormLogic> {
  if (!hasExpressions(definition)) return compileLogic(definition, () => ({ ok: false, problems: [] }));
  const { compileFeel } = await import('./feel.ts');
  return compileLogic(definition, compileFeel);
}

export function hasExpressions(definition: FormDefinition): boolean {
  return [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].some(usesExpression);
}

function usesExpression(field: Field): boolean {
  if (field.type === 'formula' || field.type === 'rollup') return true;
  return [field.requiredIf, field.readOnlyIf, field.hiddenIf, field.validIf, field.defaultFormula].some((text) => text !== undefined && text.trim() !== '');
}
