import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { Passage } from '../call.ts';
import { setHeader, type Forward } from '../policies/forward.ts';
import type { LoopParts } from './client.ts';
import { askWhole } from './whole.ts';

type Mirror = NonNullable<Extract<GatewayApi['source'], { is: 'upstream' }>['mirror']>;

/** Copies under way of a thread: a mirror that is slow must not hold what callers wait for. */
const mostAtOnce = 100;
const mostAnswerBytes = 64 * 1024 * 1024;
let running = 0;

/** Sends a copy of a call. What it comes to is nobody's concern, a body that only passes through is not copied. */
export function mirror(
  { core, upstreams }: LoopParts,
  { api, state, call }: Passage,
  { method, path, headers, body }: Forward,
  { url, share }: Mirror,
): void {
  if (Math.random() * 100 >= share || running >= mostAtOnce) return;
  if (headers.some(([name]) => name === 'upgrade') || call.headers.some(([name]) => name === 'upgrade')) return;
  const chosen = core.targets.choose(`mirror ${api!.key}`, [{ id: 'mirror', url, weight: 1 }], null, new Set());
  if (typeof chosen === 'string') return;
  const told = [...headers];
  setHeader(told, 'x-mirrored', '1');
  const { connectMs, firstByteMs, totalMs } = api!.body.upstream;
  running += 1;
  void askWhole(
    upstreams,
    {
      place: chosen.place,
      ranges: state!.ranges,
      method,
      path: `${chosen.path}${path}`,
      headers: told,
      body: body ?? 0,
      connectMs,
      firstByteMs,
      totalMs,
      again: false,
    },
    mostAnswerBytes,
  ).answer.then(() => {
    running -= 1;
  });
}
