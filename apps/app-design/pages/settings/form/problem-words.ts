import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Problem as FormulaProblem } from '@formwork/feel/problems.ts';
import { problemText } from '@formwork/formula-ui/problem-text.ts';
import { hasText, type Translate } from '@formwork/web/i18n/i18n.ts';

/** What is wrong: of an expression which one and why, of a circle the way round. */
export function problemWords(
  { code, field, data = {} }: Problem,
  definition: FormDefinition,
  locale: string,
  t: Translate,
): string {
  if (code === 'forms.problem.cycle')
    return t(code, {
      way: String(data.way)
        .split(' ')
        .map((id) => titleOf(definition, id, locale))
        .join(' → '),
    });
  // the option is no part of the definition any more
  if (code === 'forms.problem.option_held')
    return t(code, { ...data, option: locale === 'zh-CN' ? data.option! : data.optionEn! });
  if (code !== 'forms.problem.expression' || !hasText(String(data.reason))) return t(code, data);
  // of figures the expression was made of their settings, and says nothing to people
  if (data.property === 'expression' && fieldOf(definition, field)?.type !== 'formula') return t(code, data);
  const label = labels[String(data.property).split(' ')[0]!];
  const reason = problemText({ code: data.reason, data } as unknown as FormulaProblem, t);
  return label === undefined ? reason : `${t(label)}${locale === 'zh-CN' ? '：' : ': '}${reason}`;
}

/** Of the inputs that take an expression. */
const labels: Readonly<Record<string, string>> = {
  expression: 'design.config.expression',
  optionsFormula: 'design.field.options_formula',
  requiredIf: 'design.field.required_if',
  readOnlyIf: 'design.field.read_only_if',
  hiddenIf: 'design.field.hidden_if',
  validIf: 'design.field.valid_if',
  uniqueIf: 'design.field.unique_if',
  defaultFormula: 'design.field.default_formula',
  compare: 'design.field.compare',
  foldedIf: 'design.form.folded_if',
  address: 'design.form.address',
  disabledIf: 'design.form.disabled_if',
  fill: 'design.form.fill_value',
};

function titleOf(definition: FormDefinition, id: string, locale: string): string {
  return textIn(fieldOf(definition, id)?.title, locale);
}

function fieldOf({ fields, tables }: FormDefinition, id: string | undefined): Field | undefined {
  return [...fields, ...tables.flatMap((table) => table.fields)].find((field) => field.id === id);
}
