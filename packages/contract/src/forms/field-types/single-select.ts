import { z } from 'zod';
import { optionColours } from '../../hues/option-colours.ts';
import { Text, textIn } from '../../text.ts';
import { fail, type FieldTypeSpec, type Parsed } from './spec.ts';

export const Option = z.object({
  /** Stable: records keep it, labels may change. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  label: Text,
  /** Name of a hue, never a hex value; where there is none it is drawn in the one that its word or its place gives. */
  color: z.enum(optionColours).optional(),
  /** No longer offered, still shown where it was chosen. */
  retired: z.boolean().optional(),
  /** Of a retired one: the option that took its place in all records, and in what compares with it. */
  replacedBy: z.string().max(32).optional(),
});
export type Option = z.infer<typeof Option>;

/** As many as a dictionary has entries. */
export const Options = z.array(Option).max(2_000);

/** Code of the dictionary whose entries of today take the place of the options; those kept here are what it offered last. */
export const FromDictionary = Option.shape.id.optional();

export const SingleSelectConfig = z.object({
  options: Options,
  dictionary: FromDictionary,
  shape: z.enum(['dropdown', 'radio']).optional(),
});
export type SingleSelectConfig = z.infer<typeof SingleSelectConfig>;

export const singleSelect: FieldTypeSpec<SingleSelectConfig, string> = {
  version: 1,
  config: SingleSelectConfig,
  initial: { options: [] },
  kind: () => 'option',
  canBeUnique: 'words',
  parse: (value, config) => {
    const option = config.options.find(({ id }) => id === value);
    return option ? { value: option.id } : notOption(config.options);
  },
  fromText: (text, config) => optionIdOf(text, config.options) ?? text,
  toText: (value, config, options) => optionLabel(value, config.options, options.locale),
};

/** Names what may be chosen instead, which pages put into the language of the person: what was given is an id, or anything else. */
export function notOption(options: readonly Option[]): Parsed<never> {
  return fail('records.value.not_option', { choices: choicesOf(options, 'zh-CN') });
}

/** The first options that are offered, one behind the other. */
export function choicesOf(options: readonly Option[], locale: string): string {
  const offered = options.filter(({ retired }) => !retired);
  const named = offered.slice(0, mostNamed).map(({ label }) => textIn(label, locale));
  const isChinese = locale === 'zh-CN';
  return named.join(isChinese ? '、' : ', ') + (offered.length > mostNamed ? (isChinese ? '等' : ', ...') : '');
}

const mostNamed = 8;

export function optionIdOf(text: string, options: readonly Option[]): string | undefined {
  const wanted = text.trim();
  return (
    options.find(({ label }) => label.zh === wanted || label.en === wanted) ?? options.find(({ id }) => id === wanted)
  )?.id;
}

/** Options one behind the other. A label may hold what else parts them, so the longest that fits is taken. */
export function optionsIn(text: string, idOf: (label: string) => string | undefined): string[] {
  const parts = text.split(/(\s*[,;，；、|]\s*)/);
  const found: string[] = [];
  for (let at = 0; at < parts.length;) {
    let end = parts.length;
    while (end > at + 1 && idOf(parts.slice(at, end).join('').trim()) === undefined) end -= 1;
    const label = parts.slice(at, end).join('').trim();
    if (label !== '' && !(end === at + 1 && at % 2 === 1)) found.push(idOf(label) ?? label);
    at = end;
  }
  return found;
}

export function optionLabel(id: string, options: readonly Option[], locale: string): string {
  const option = options.find((candidate) => candidate.id === id);
  return option ? textIn(option.label, locale) : goneOption(locale);
}

/** In place of an option that is there no more: its id says nothing to people. */
export function goneOption(locale: string): string {
  return locale === 'zh-CN' ? '（已删除的选项）' : '(removed option)';
}
