import type { GatewayApi, Target } from '@formwork/contract/gateway/definition.ts';
import type { Place } from './loop/dial.ts';

/** How the addresses of upstreams fare, in this thread: kept over snapshots, by address. */
export interface Targets {
  /** By weight, of those that are well and not tried yet; the code says why there is none. */
  choose(
    key: string,
    among: readonly Target[],
    breaker: Breaker,
    tried: ReadonlySet<string>,
  ): { target: Target; place: Place; path: string } | 'no_upstream' | 'breaker';
  failed(key: string, target: Target, breaker: Breaker): void;
  worked(key: string, target: Target): void;
  /** Nobody waited for what it would come to. */
  released(key: string, target: Target): void;
  /** What an active check found. */
  judged(url: string, well: boolean): void;
  /** What no check looks at any more is ill no longer: nothing would ever find that it is well. */
  keepJudged(names: ReadonlySet<string>): void;
  isIll(url: string): boolean;
  /** How an address of an API fares: `ill` by checks, `open` by the breaker. */
  stateOf(key: string, target: Target): TargetHealth;
}

export interface TargetHealth {
  state: 'well' | 'ill' | 'open';
  /** In a row. */
  failures: number;
}

/** Of a part of an aggregation, whose address is another one with each call. */
export const healthName = (key: string, part: string): string => `${key} part ${part}`;

type Breaker = GatewayApi['upstream']['breaker'];

interface Health {
  /** In a row. */
  failures: number;
  openUntil: number;
  /** One call tries whether it is well again. */
  trying: boolean;
}

/** What is asked at an address: without a slash at its end, so that paths can follow; with its parameters. */
export function placeOfUrl(url: string): { place: Place; path: string } {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const secure = protocol === 'https:';
  return {
    place: { secure, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 443 : 80) },
    path: search === '' ? pathname.replace(/\/+$/, '') : `${pathname}${search}`,
  };
}

export function openTargets(): Targets {
  const health = new Map<string, Map<string, Health>>();
  const ill = new Set<string>();
  const places = new Map<string, { place: Place; path: string }>();
  const healthOf = (key: string, id: string): Health => {
    let ofApi = health.get(key);
    if (!ofApi) health.set(key, (ofApi = new Map()));
    let found = ofApi.get(id);
    if (!found) ofApi.set(id, (found = { failures: 0, openUntil: 0, trying: false }));
    return found;
  };

  function placeOf(url: string): { place: Place; path: string } {
    let found = places.get(url);
    if (!found) {
      found = placeOfUrl(url);
      // addresses with parameters in them are many
      if (places.size > 10_000) places.clear();
      places.set(url, found);
    }
    return found;
  }

  return {
    choose(key, among, breaker, tried) {
      const isWell = ({ id, weight, url }: Target): boolean =>
        weight > 0 && !(tried.size > 0 && tried.has(id)) && !(ill.size > 0 && ill.has(url));
      const isOpen = ({ id }: Target): boolean => {
        if (!breaker) return true;
        const { openUntil, trying } = healthOf(key, id);
        return openUntil === 0 || (openUntil <= Date.now() && !trying);
      };
      // most have one address alone
      const weighted = among.length === 1 && isWell(among[0]!) ? among : among.filter(isWell);
      const open = weighted.length === 1 && isOpen(weighted[0]!) ? weighted : weighted.filter(isOpen);
      if (open.length === 0) return weighted.length > 0 ? 'breaker' : 'no_upstream';
      const target = open.length === 1 ? open[0]! : byWeight(open);
      const state = healthOf(key, target.id);
      if (state.openUntil > 0) state.trying = true;
      const { place, path } = placeOf(target.url);
      return { target, place, path };
    },
    failed(key, { id }, breaker) {
      const state = healthOf(key, id);
      state.failures += 1;
      if (breaker && (state.trying || state.failures >= breaker.failures))
        state.openUntil = Date.now() + breaker.seconds * 1_000;
      state.trying = false;
    },
    worked(key, { id }) {
      const state = health.get(key)?.get(id);
      if (!state) return;
      state.failures = 0;
      state.openUntil = 0;
      state.trying = false;
    },
    released(key, { id }) {
      const state = health.get(key)?.get(id);
      if (state) state.trying = false;
    },
    judged(url, well) {
      if (well) ill.delete(url);
      else ill.add(url);
    },
    keepJudged(names) {
      for (const name of ill) if (!names.has(name)) ill.delete(name);
    },
    isIll: (url) => ill.has(url),
    stateOf(key, { id, url }) {
      const { failures = 0, openUntil = 0 } = health.get(key)?.get(id) ?? {};
      return {
        state: ill.has(url) || ill.has(healthName(key, id)) ? 'ill' : openUntil > 0 ? 'open' : 'well',
        failures,
      };
    },
  };
}

function byWeight(open: readonly Target[]): Target {
  let at = Math.random() * open.reduce((sum, { weight }) => sum + weight, 0);
  return open.find(({ weight }) => (at -= weight) < 0) ?? open[0]!;
}
