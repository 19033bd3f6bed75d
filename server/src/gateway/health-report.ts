import type { GatewayApi, Target } from '@formwork/contract/gateway/definition.ts';
import type { Core } from './core.ts';
import type { TargetHealth } from './targets.ts';

/** How one address of an API fares, as a thread sees it. */
export interface UpstreamReport extends TargetHealth {
  spaceId: string;
  environment: string;
  api: string;
  target: string;
  url: string;
}

const order: readonly TargetHealth['state'][] = ['well', 'open', 'ill'];

/** Of everything that is served here. */
export function upstreamsOf({ gateway, targets }: Pick<Core, 'gateway' | 'targets'>): UpstreamReport[] {
  return [...gateway.states.values()].flatMap(({ spaceId, environment, apis }) =>
    [...apis.values()].flatMap(({ api, body, key }) =>
      addressesOf(body).map((target) => ({
        spaceId,
        environment,
        api: api.id,
        target: target.id,
        url: target.url,
        ...targets.stateOf(key, target),
      })),
    ),
  );
}

/** Those of an upstream, or of what is put together. */
function addressesOf({ source, operations }: GatewayApi): Target[] {
  if (source.is === 'upstream') return source.targets.filter(({ weight }) => weight > 0);
  if (source.is !== 'aggregate') return [];
  return operations.flatMap(({ parts }) => parts.map(({ id, url }) => ({ id, url, weight: 1 })));
}

/** One line an address, of several threads: the worst of what they found. */
export function worstOf(reports: Iterable<readonly UpstreamReport[]>): UpstreamReport[] {
  const worst = new Map<string, UpstreamReport>();
  for (const report of reports)
    for (const one of report) {
      const key = `${one.spaceId} ${one.environment} ${one.api} ${one.target}`;
      const known = worst.get(key);
      if (!known || order.indexOf(one.state) > order.indexOf(known.state)) worst.set(key, one);
    }
  return [...worst.values()];
}
