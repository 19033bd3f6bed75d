import { filesApi } from '@formwork/contract/files/api.ts';
import { addressOf } from '@formwork/web/http/call.ts';

/** Of a picture, large enough for paper. */
export function pictureAddress(fileId: string): string {
  return addressOf(filesApi.thumbnail, { params: { fileId }, query: { edge: 1280 } });
}
