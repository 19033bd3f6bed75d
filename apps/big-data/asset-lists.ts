import { assetsApi } from '@formwork/contract/assets/api.ts';
import { listOf } from '@formwork/web/list/list-of.ts';

/** Assets by the address of the management page. */
export const assets = listOf(assetsApi.list, {
  address: ['search', 'kind', 'state', 'certified', 'sensitivity', 'domain', 'category', 'tag', 'waits'],
});
