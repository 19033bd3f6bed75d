import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { listOf } from '@formwork/web/list/list-of.ts';

/** What the page of data exchange lists, by its address. */
export const directory = listOf(exchangeApi.directory, { address: ['search'] });
export const offers = listOf(exchangeApi.offers, { address: ['search', 'state'] });
export const exchangeRequests = listOf(exchangeApi.requests, { address: ['search', 'side', 'state'] });
