import { z } from 'zod';
import { jsonDocument, jsonText, type JsonDocument } from '../values/json.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const JsonConfig = z.object({
  /** Height of the editor in lines. */
  rows: z.int().min(3).max(60).optional(),
});
export type JsonConfig = z.infer<typeof JsonConfig>;

const longest = 500_000;

/** An object or a list. Typed or imported it is text, stored it is the document itself. */
export const json: FieldTypeSpec<JsonConfig, JsonDocument> = {
  version: 1,
  config: JsonConfig,
  initial: {},
  kind: () => 'json',
  parse: (value) => {
    const read = typeof value === 'string' ? readJson(value) : value;
    const document = jsonDocument(read);
    if (!document) return fail('records.value.not_json');
    if (Array.isArray(document) && document.length === 0) return { value: null };
    return JSON.stringify(document).length > longest
      ? fail('records.value.too_long', { max: longest })
      : { value: document };
  },
  toText: (value) => jsonText(value),
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
