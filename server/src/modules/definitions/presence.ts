import type { definitionsApi, Presence } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOn } from './access.ts';
import { tellOpen } from './topic.ts';

/** Pages say it every 20 seconds. */
const forgottenMs = 60_000;
/** Bus message: somebody has a definition open, or has left it. */
const presenceSaid = 'definitions.presence';

/** What was said last of a place: that somebody is there, or that they have left. */
type Said = Presence & { said: number; gone: boolean };
type Here = Map<string, Said>;
const known = new WeakMap<Platform, Map<string, Here>>();

/** Tells those who have it open too. Nothing is stored. */
export async function sayPresent(ctx: Ctx, { params, body }: InputOf<typeof definitionsApi.present>): Promise<null> {
  await requireOn(ctx, params.kind, params.id, 'see');
  const { client, at, gone = false } = body;
  const present: Presence = { client, person: { id: ctx.user.id, name: ctx.user.name }, at };
  const key = keyOf(ctx.spaceId, params.kind, params.id);
  const said: Said = { ...present, gone, said: now() };
  hear(ctx.platform, key, said);
  ctx.platform.bus.publish({ kind: presenceSaid, key, said });
  tellOpen(ctx.platform, ctx.spaceId, params.kind, params.id, { type: 'definition.present', ...present, gone });
  return null;
}

/** Who has it open, as far as this process has heard. */
export function whoIsHere(platform: Platform, spaceId: string, kind: string, id: string): Presence[] {
  const here = placesOf(platform).get(keyOf(spaceId, kind, id));
  return [...(here?.values() ?? [])]
    .filter(({ said, gone }) => !gone && now() - said < forgottenMs)
    .map(({ said: _said, gone: _gone, ...present }) => present);
}

/** Once per process: what is said to one is heard by all. */
export function listenForPresence(platform: Platform): void {
  platform.bus.on(presenceSaid, ({ key, said }) => hear(platform, String(key), said as Said));
}

/** The bus brings what a process said itself once more, and later: what is older than the last word changes nothing. */
function hear(platform: Platform, key: string, heard: Said): void {
  const places = placesOf(platform);
  for (const [place, here] of places) {
    for (const [client, { said }] of here) if (now() - said >= forgottenMs) here.delete(client);
    if (here.size === 0) places.delete(place);
  }
  const here = places.get(key) ?? new Map<string, Said>();
  if (heard.said > (here.get(heard.client)?.said ?? 0)) here.set(heard.client, heard);
  places.set(key, here);
}

/** Finer than `Date.now()`: two words of one millisecond have an order. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function placesOf(platform: Platform): Map<string, Here> {
  let places = known.get(platform);
  if (!places) known.set(platform, (places = new Map()));
  return places;
}

function keyOf(spaceId: string, kind: string, id: string): string {
  return `${spaceId}/${kind}/${id}`;
}
