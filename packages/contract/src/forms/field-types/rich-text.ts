import { z } from 'zod';
import { filesInHtml, plainTextOf } from '../values/html.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const RichTextConfig = z.object({
  /** Characters that people read; what is longer is cut off on saving. */
  maxLength: z.int().min(1).max(100_000).default(20_000),
  /** Pictures inside the text. */
  pictures: z.boolean().default(true),
  /** Height of the editor in lines. */
  rows: z.int().min(3).max(60).optional(),
});
export type RichTextConfig = z.infer<typeof RichTextConfig>;

const mostBytes = 2_000_000;

/** HTML. The server leaves in it what is harmless and cuts what is too long; see `storedHtml` there. */
export const richText: FieldTypeSpec<RichTextConfig, string> = {
  version: 1,
  config: RichTextConfig,
  initial: { maxLength: 20_000, pictures: true },
  kind: () => 'html',
  parse: (value) => {
    if (typeof value !== 'string') return fail('records.value.not_text');
    if (value.length > mostBytes) return fail('records.value.too_long', { max: mostBytes });
    const clean = value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
    return { value: plainTextOf(clean) === '' && filesInHtml(clean).length === 0 ? null : clean };
  },
  fromText: (text) =>
    text
      .split(/\r?\n/)
      .map((line) => `<p>${escapedHtml(line)}</p>`)
      .join(''),
  toText: (value) => plainTextOf(value),
};

function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
