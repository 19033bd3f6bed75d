import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { comparisonText } from '@formwork/contract/forms/comparisons.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { layoutExpressions } from '@formwork/contract/records/layout-logic.ts';
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
  const { compileFeel, loadPinyin, readsPinyin } = await import('./feel.ts');
  if ([...fieldsOf(definition).flatMap(textsOf), ...layoutTextsOf(definition)].some(readsPinyin)) await loadPinyin();
  return compileLogic(definition, compileFeel);
}

export function hasExpressions(definition: FormDefinition): boolean {
  return (
    fieldsOf(definition).some(usesExpression) ||
    layoutTextsOf(definition).length > 0 ||
    definition.tables.some(({ generators }) => generators?.length)
  );
}

const layoutTextsOf = (definition: FormDefinition): string[] =>
  layoutExpressions(definition).flatMap(({ text }) => text ?? []);

const fieldsOf = (definition: FormDefinition): Field[] => [
  ...definition.fields,
  ...definition.tables.flatMap(({ fields }) => fields),
];

const usesExpression = (field: Field): boolean =>
  field.type === 'formula' || field.type === 'rollup' || textsOf(field).length > 0;

function textsOf(field: Field): string[] {
  const own = field.type === 'formula' ? field.config.expression : undefined;
  const compared = field.compare?.map((comparison) => comparisonText(field.id, fieldKind(field), comparison)) ?? [];
  return [
    own,
    ...compared,
    field.requiredIf,
    field.readOnlyIf,
    field.hiddenIf,
    field.validIf,
    field.uniqueIf,
    field.optionsFormula,
    field.defaultFormula,
  ].filter((text): text is string => text !== undefined && text.trim() !== '');
}
