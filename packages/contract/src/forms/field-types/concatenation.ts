import { z } from 'zod';
import { isEmptyValue, type FieldValue } from '../values/value.ts';
import { fail, type FieldTypeSpec, type TextOptions } from './spec.ts';

export const ConcatenationPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(200) }),
  /** A field of the same table, in a slave table also one of the record. */
  z.object({ kind: z.literal('field'), field: z.string() }),
]);
export type ConcatenationPart = z.infer<typeof ConcatenationPart>;

export const ConcatenationConfig = z.object({ parts: z.array(ConcatenationPart).max(30).default([]) });
export type ConcatenationConfig = z.infer<typeof ConcatenationConfig>;

export const concatenation: FieldTypeSpec<ConcatenationConfig, string> = {
  version: 1,
  config: ConcatenationConfig,
  initial: { parts: [] },
  kind: () => 'text',
  canBeUnique: 'words',
  computed: true,
  parse: () => fail('records.value.computed'),
  toText: (value) => value,
};

const most = 4000;

/** Fields in words, between them what is fixed; null while no field holds anything, so that no fixed text stands alone. */
export function concatenated(parts: readonly ConcatenationPart[], wordsOf: (field: string) => string): string | null {
  let filled = !parts.some(({ kind }) => kind === 'field');
  let text = '';
  for (const part of parts) {
    const words = part.kind === 'text' ? part.text : wordsOf(part.field);
    if (part.kind === 'field' && words !== '') filled = true;
    text += words;
  }
  return filled && text !== '' ? text.slice(0, most).toWellFormed() : null;
}

/** A value of another field as it stands inside a text that is stored: in the language of the house, so that it is the same for everybody. */
export function storedWords(
  spec: FieldTypeSpec<unknown>,
  config: unknown,
  value: FieldValue | undefined,
  options: Pick<TextOptions, 'timeZone' | 'nameOf'>,
): string {
  return value === undefined || value === null || isEmptyValue(value)
    ? ''
    : spec.toText(value, config, { locale: 'zh-CN', ...options });
}
