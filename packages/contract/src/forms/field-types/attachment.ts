import { z } from 'zod';
import type { FileValue } from '../values/value.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const acceptedFiles = ['any', 'image', 'document'] as const;
const AcceptedFiles = z.enum(acceptedFiles);

export const AttachmentConfig = z.object({
  /** Most files in the field. */
  max: z.int().min(1).max(50).default(10),
  /** Limit of one file in MB. */
  maxSize: z.int().min(1).max(2000).default(50),
  accept: AcceptedFiles.default('any'),
});
export type AttachmentConfig = z.infer<typeof AttachmentConfig>;

/** What the database can hold as JSON. */
const Plain = z.string().refine((text) => text.isWellFormed() && !/[\u0000-\u001f]/.test(text));

const FileList = z.array(
  z.object({ id: z.uuid(), name: Plain.min(1).max(255), size: z.number().int().nonnegative(), type: Plain.max(200) }),
);

export const attachment: FieldTypeSpec<AttachmentConfig, FileValue[]> = {
  version: 1,
  config: AttachmentConfig,
  initial: { max: 10, maxSize: 50, accept: 'any' },
  kind: () => 'files',
  parse: (value, config) => {
    const files = FileList.safeParse(value);
    if (!files.success) return fail('records.value.not_files');
    if (files.data.length > config.max) return fail('records.value.above_limit', { max: config.max });
    if (files.data.some(({ size }) => size > config.maxSize * 1024 * 1024))
      return fail('records.value.too_large', { max: `${config.maxSize} MB` });
    const wrong = files.data.find(({ type }) => !isAccepted(type, config.accept));
    if (wrong) return fail('records.value.wrong_file_type', { name: wrong.name });
    return { value: files.data.length ? files.data : null };
  },
  toText: (value) => value.map(({ name }) => name).join(', '),
};

/** Whether a field takes files of this type; the server reads the type from the content. */
export function isAccepted(type: string, accept: AttachmentConfig['accept']): boolean {
  if (accept === 'image') return type.startsWith('image/');
  return (
    accept === 'any' ||
    type.startsWith('text/') ||
    /^application\/(pdf|rtf|msword|x-cfb|vnd\.(ms-|openxmlformats|oasis)|wps-office)/.test(type)
  );
}
