import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { listOf } from '@formwork/web/list/list-of.ts';

/** What pages of sources read first, by their addresses. */
export const sources = listOf(connectionsApi.list, { address: ['search', 'kind'] });
