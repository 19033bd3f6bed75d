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
      body.source.is === 'upstream'
        ? body.source.targets
            .filter(({ weight }) => weight > 0)
            .map((target) => ({
              spaceId,
              environment,
              api: api.id,
              target: target.id,
              url: target.url,
              ...targets.stateOf(key, target),
            }))
        : [],
    ),
  );
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
