import { z } from 'zod';
import type { FileValue } from '../values/value.ts';
import { attachment } from './attachment.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const SignatureConfig = z.object({});
export type SignatureConfig = z.infer<typeof SignatureConfig>;

/** Drawn by hand, kept as one PNG. */
export const signature: FieldTypeSpec<SignatureConfig, FileValue[]> = {
  version: 1,
  config: SignatureConfig,
  initial: {},
  kind: () => 'files',
  parse: (value, _config, timeZone) => {
    const parsed = attachment.parse(value, { max: 1, maxSize: 2, accept: 'any' }, timeZone);
    return parsed.value?.some(({ type }) => type !== 'image/png') ? fail('records.value.not_picture') : parsed;
  },
  toText: (value) => value.map(({ name }) => name).join(', '),
};
