import {
  filesApi,
  filesPerArchive,
  inlineTypes,
  thumbnailTypes,
  type ThumbnailEdge,
} from '@formwork/contract/files/api.ts';
import type { AttachmentConfig } from '@formwork/contract/forms/field-types/attachment.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { addressOf, spacePath } from '@formwork/web/http/call.ts';

type Shown = Pick<FileValue, 'id' | 'type'>;

/** The files a value holds, while it may still be anything. */
export function typedFiles(value: unknown): FileValue[] {
  return Array.isArray(value)
    ? value.filter((file): file is FileValue => typeof file === 'object' && file !== null && 'id' in file)
    : [];
}

/** The page that shows the file, with those beside it to go on to. */
export function previewAddress(file: Pick<FileValue, 'id'>, among: readonly Pick<FileValue, 'id'>[] = []): string {
  const others =
    among.length > 1
      ? among
          .slice(0, 60)
          .map(({ id }) => id)
          .join()
      : undefined;
  return `${spacePath()}${pathTo('preview', {}, { file: file.id, among: others })}`;
}

export function downloadAddress({ id }: Pick<FileValue, 'id'>): string {
  return addressOf(filesApi.open, { params: { fileId: id } });
}

/** All of them as one zip. */
export function archiveAddress(files: readonly Pick<FileValue, 'id'>[], name: string): string {
  return addressOf(filesApi.archive, {
    query: {
      ids: files
        .slice(0, filesPerArchive)
        .map(({ id }) => id)
        .join(),
      name,
    },
  });
}

/** A small picture of a picture; undefined where there can be none. */
export function smallPictureAddress({ id, type }: Shown, edge: ThumbnailEdge): string | undefined {
  if (thumbnailTypes.includes(type)) return addressOf(filesApi.thumbnail, { params: { fileId: id }, query: { edge } });
  return type.startsWith('image/') && inlineTypes.includes(type)
    ? addressOf(filesApi.open, { params: { fileId: id }, query: { inline: '1' } })
    : undefined;
}

/** What a file dialog offers; the server judges by content. */
export const acceptText: Record<AttachmentConfig['accept'], string | undefined> = {
  any: undefined,
  image: 'image/*',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,.md,.odt,.ods,.odp,.wps,.et,.dps',
};
