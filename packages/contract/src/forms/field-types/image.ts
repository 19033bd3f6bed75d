import { z } from 'zod';
import type { FileValue } from '../values/value.ts';
import { attachment } from './attachment.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const ImageConfig = z.object({
  /** Most pictures in the field. */
  max: z.int().min(1).max(50).default(9),
  /** Limit of one picture in MB. */
  maxSize: z.int().min(1).max(100).default(10),
});
export type ImageConfig = z.infer<typeof ImageConfig>;

/** What every browser can show. */
export const pictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
];

/** Pictures. The server holds the type that is claimed here against the content. */
export const image: FieldTypeSpec<ImageConfig, FileValue[]> = {
  version: 1,
  config: ImageConfig,
  initial: { max: 9, maxSize: 10 },
  kind: () => 'files',
  parse: (value, config, timeZone) => {
    const parsed = attachment.parse(value, { ...config, accept: 'any' }, timeZone);
    return parsed.value?.some(({ type }) => !pictureTypes.includes(type)) ? fail('records.value.not_picture') : parsed;
  },
  toText: (value) => value.map(({ name }) => name).join(', '),
};
