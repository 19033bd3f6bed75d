import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { choicesOf, type Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { textIn } from '@formwork/contract/text.ts';
import { currentLocale, type Translate } from '@formwork/web/i18n/i18n.ts';
import { titlesOf } from './titles.ts';

/** What a person is told of the error at a path. */
export function messageOf(
  definition: FormDefinition,
  path: string,
  code: string,
  data: Record<string, unknown> | undefined,
  t: Translate,
): string {
  const fieldOf = (id: unknown) =>
    [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].find((one) => one.id === id);
  if (data?.to !== undefined && code.startsWith('records.value.compare_'))
    return t(code, { other: textIn(fieldOf(data.to)?.title, currentLocale()) });
  if (code === 'records.value.undecided')
    return t(code, { names: titlesOf(definition, String(data?.missing ?? '').split(' '), currentLocale()) });
  const field = fieldOf(path.split('.').at(-1));
  if (code === 'records.value.not_option' && field && 'options' in field.config)
    return t(code, { choices: choicesOf(field.config.options as readonly Option[], currentLocale()) });
  if (code !== 'records.value.not_valid') return t(code, data);
  // whoever designed the rule has said what it asks for
  return textIn(field?.validText, currentLocale()) || t(code, data);
}
