import { exchangeApi } from '@formwork/contract/etl/exchange.ts';

/** What a step of either side changes. */
export const exchangeReadings = [
  exchangeApi.directory,
  exchangeApi.shown,
  exchangeApi.offers,
  exchangeApi.requests,
  exchangeApi.get,
];
