import { filesApi } from '@formwork/contract/files/api.ts';
import { addressOf } from './call.ts';

/** Where a picture of a person is shown from, by its file. */
export function pictureAddress(fileId: string): string {
  return addressOf(filesApi.open, { params: { fileId }, query: { inline: '1' } });
}
