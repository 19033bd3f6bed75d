import { filesApi, inlineTypes } from '@formwork/contract/files/api.ts';
import type { AttachmentConfig } from '@formwork/contract/forms/field-types/attachment.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { addressOf } from '../http/call.ts';

/** The files a value holds, while it may still be anything. */
export function typedFiles(value: unknown): FileValue[] {
  return Array.isArray(value) ? value.filter((file): file is FileValue => typeof file === 'object' && file !== null && 'id' in file) : [];
}

export function isPicture({ type }: Pick<FileValue, 'type'>): boolean {
  return type.startsWith('image/') && inlineTypes.includes(type);
}

/** Where the file is shown when a browser can, else where it is downloaded. */
export function fileAddress(file: FileValue, { download = false }: { download?: boolean } = {}): string {
  const inline = !download && inlineTypes.includes(file.type);
  return addressOf(filesApi.open, { params: { fileId: file.id }, query: inline ? { inline: '1' } : {} });
}

/** What a file dialog offers; the server judges by content. */
export const acceptText: Record<AttachmentConfig['accept'], string | undefined> = {
  any: undefined,
  image: 'image/*',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,.md,.odt,.ods,.odp,.wps,.et,.dps',
};
