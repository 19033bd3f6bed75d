import { iotApi } from '@formwork/contract/iot/api.ts';
import { readOf } from '@formwork/web/http/read-of.ts';
import { listOf } from '@formwork/web/list/list-of.ts';

/** What pages of this application read first, by their addresses. */
export const devices = listOf(iotApi.listDevices, { address: ['search', 'state', 'product'] });
export const products = readOf(iotApi.listProducts, () => ({}));
