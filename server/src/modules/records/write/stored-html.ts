import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { filesInHtml, plainTextOf, truncatedHtml } from '@formwork/contract/forms/values/html.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { WorkingRecord } from '@formwork/contract/records/logic.ts';
import sanitize from 'sanitize-html';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';

/** Turns every formatted text that is new into what is stored of it; what is stored already stays as it is. */
export function storeHtml(plan: FormPlan, record: WorkingRecord, before: StoredRecord | undefined): void {
  const { fields, tables } = plan.form.definition;
  const store = (field: FieldOf<'richText'>, values: Values, old: unknown): void => {
    const value = values[field.id];
    if (typeof value === 'string' && value !== old) values[field.id] = storedHtml(value, field.config);
  };
  for (const field of fields) if (field.type === 'richText') store(field, record.values, before?.values[field.id]);
  for (const table of tables) {
    const stored = new Map(before?.slaves[table.id]?.map((row) => [row.id, row.values]));
    for (const field of table.fields) {
      if (field.type !== 'richText') continue;
      for (const row of record.slaves[table.id] ?? [])
        store(field, row.values, stored.get((row as { id?: string }).id ?? '')?.[field.id]);
    }
  }
}

/** Only elements the editor makes, no scripts, styles or foreign addresses of pictures; cut after the characters the field takes. */
export function storedHtml(
  html: string,
  { maxLength, pictures }: { maxLength: number; pictures: boolean },
): string | null {
  const clean = sanitize(html, {
    ...rules,
    ...(!pictures && { allowedTags: rules.allowedTags.filter((tag) => tag !== 'img') }),
  });
  const stored = plainTextOf(clean).length > maxLength ? truncatedHtml(clean, maxLength) : clean;
  return plainTextOf(stored) === '' && filesInHtml(stored).length === 0 ? null : stored;
}

const rules = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'table',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['data-file', 'alt', 'width'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(attribs['data-file'] ?? ''),
} satisfies sanitize.IOptions;
