import { filesApi } from '@formwork/contract/files/api.ts';
import { addressOf } from '@formwork/web/http/call.ts';

export function pictureAddress(fileId: string): string {
  return addressOf(filesApi.open, { params: { fileId }, query: { inline: '1' } });
}
