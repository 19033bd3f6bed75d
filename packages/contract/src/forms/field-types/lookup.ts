import { z } from 'zod';
import { valueKinds, type FieldValue } from '../values/value.ts';
import { fail, type FieldTypeSpec, type TextOptions } from './spec.ts';

export const LookupConfig = z.object({
  /** Id of the relation beside it that names one record; blank in a field just added. */
  relation: z.string().max(41),
  /** Field of the related record; blank in a field just added. */
  field: z.string().max(41),
  /** What that field is, at the end of a chain of lookups: kept up to date by the server, so that a lookup is typed and shown as its source. */
  source: z.object({ type: z.string().max(40), config: z.unknown(), kind: z.enum(valueKinds) }).optional(),
});
export type LookupConfig = z.infer<typeof LookupConfig>;

type SourceText = (
  value: NonNullable<FieldValue>,
  source: NonNullable<LookupConfig['source']>,
  options: TextOptions,
) => string;
let sourceText: SourceText = (value) => String(value);

/** The registry holds this type and knows all others: it hands in how they put values into words. */
export function lookupsSpeakBy(speak: SourceText): void {
  sourceText = speak;
}

/** A field of the related record, stored here and kept right: it is filtered and sorted like any other. */
export const lookup: FieldTypeSpec<LookupConfig> = {
  version: 1,
  config: LookupConfig,
  initial: { relation: '', field: '' },
  kind: ({ source }) => source?.kind ?? 'text',
  canBeUnique: 'words',
  computed: true,
  parse: () => fail('records.value.computed'),
  toText: (value, { source }, options) =>
    value === null ? '' : source ? sourceText(value, source, options) : String(value),
};
