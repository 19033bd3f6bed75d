import { filesApi } from '@formwork/contract/files/api.ts';
import { documentAddress } from '@formwork/web/http/call.ts';

/** Where the browser gets a film of a screen, by the rights of whoever looks at it. */
export function filmAt(file: string): string {
  return documentAddress(filesApi.open, { params: { fileId: file }, query: { inline: '' } });
}
