import { afterEach, expect, test, vi } from 'vitest';
import type { Core } from './core.ts';
import { checkHealth } from './health-checks.ts';
import type { Dialer } from './loop/dial.ts';
import { healthName, openTargets } from './targets.ts';

afterEach(() => void vi.useRealTimers());

test('what was found ill is ill no longer once no check looks at it', () => {
  vi.useFakeTimers();
  const part = { id: 'p', name: 'pump', url: 'http://10.0.0.1/pumps', required: false, health: '/health' };
  const upstream = {
    is: 'upstream',
    targets: [{ id: 't', url: 'http://10.0.0.2', weight: 1 }],
    health: { path: '/health', seconds: 3_600 } as object | null,
  };
  const apis = new Map(
    [{ is: 'aggregate' }, upstream].map((source, n) => [
      n,
      { key: `api ${n}`, body: { source, operations: [{ parts: n === 0 ? [part] : [] }] } },
    ]),
  );
  const targets = openTargets();
  const core = {
    gateway: { states: new Map([['s', { spaceId: 's', apis, ranges: [] }]]) },
    targets,
  } as unknown as Core;
  // never answers: what is known was found before
  const dialer = { dial: () => new Promise(() => {}) } as unknown as Dialer;
  const timer = checkHealth(core, dialer);
  targets.judged(healthName('api 0', 'p'), false);
  targets.judged('http://10.0.0.2', false);
  const states = () => [
    targets.stateOf('api 0', { ...part, weight: 1 }).state,
    targets.stateOf('api 1', upstream.targets[0]!).state,
    targets.choose('api 1', upstream.targets, null, new Set()) === 'no_upstream',
  ];
  vi.advanceTimersByTime(500);
  expect(states()).toEqual(['ill', 'ill', true]);
  part.health = '';
  upstream.health = null;
  vi.advanceTimersByTime(500);
  expect(states()).toEqual(['well', 'well', false]);
  clearInterval(timer);
});
