import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { baseAddress } from '@formwork/web/page-config.ts';
import type { Overview } from './ApiList.tsx';

/** Where calls of an environment go: the gateway's own address where it has one, else the product's. */
export function addressIn({ address }: Pick<Overview, 'address'>, environment: string): string {
  const base = (baseAddress('gateway') || location.origin).replace(/\/$/, '');
  return `${base}${address}${environment === mainEnvironment ? '' : `~${environment}`}`;
}
