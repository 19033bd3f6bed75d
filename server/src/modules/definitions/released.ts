import type { Text } from '@formwork/contract/text.ts';
import { inControl } from '../../platform/db/db.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKind } from './registry.ts';
import { bodyOf } from './rows.ts';

/** A release ready to run. The same object as long as it is in force, so that what is worked out from it can hang on it. */
export interface Released<Body = unknown, Compiled = unknown> {
  kind: string;
  id: string;
  number: number;
  name: Text;
  appId: string | null;
  enabled: boolean;
  /** Who released it: whoever it acts as where it acts as its author. */
  releasedBy: string;
  body: Body;
  compiled: Compiled;
}

/** Bus message: another release of a definition is in force, or it is switched on or off, or gone. */
export const releasedChanged = 'definitions.released';

type Cache = Map<string, Promise<Released | undefined>>;
/** Those that were not asked for the longest go first. */
const mostKept = 5_000;
const caches = new WeakMap<Platform, Cache>();

/**
 * The release in force, or the one with the number, compiled and in memory. Undefined for what is not there, in the bin or
 * never released; a release by its number is there as long as its definition is, for runs that began with it. Nobody's rights
 * are asked: whoever answers to a person asks `requireOn` before.
 */
export async function releasedOf<Body = unknown, Compiled = unknown>(
  platform: Platform,
  spaceId: string,
  kind: string,
  id: string,
  number?: number,
): Promise<Released<Body, Compiled> | undefined> {
  const cache = cacheOf(platform);
  const key = `${spaceId}/${kind}/${id}/${number ?? ''}`;
  let found = cache.get(key);
  if (found) cache.delete(key);
  else found = load(platform, spaceId, kind, id, number);
  const reading = found;
  cache.set(key, reading);
  if (cache.size > mostKept) cache.delete(cache.keys().next().value!);
  const drop = (): void => {
    if (cache.get(key) === reading) cache.delete(key);
  };
  // neither a failure nor an absence is kept: it may be there the next moment
  reading.then((released) => {
    if (!released) drop();
  }, drop);
  return reading as Promise<Released<Body, Compiled> | undefined>;
}

/** Ids of all of a kind that have a release in force; switched off ones too. Nobody's rights are asked. */
export async function releasedIds(platform: Platform, spaceId: string, kind: string): Promise<string[]> {
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('definitions.definition')
      .select('id')
      .where('space_id', '=', spaceId)
      .where('kind', '=', kind)
      .where('released', 'is not', null)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ id }) => id);
}

type Listener = (spaceId: string, kind: string, id: string) => void;
const listeners = new WeakMap<Platform, Set<Listener>>();

/** Hears of every definition that another release is in force of, or that is switched or gone; '' for any of all, after a gap. */
export function onReleased(platform: Platform, listener: Listener): void {
  let known = listeners.get(platform);
  if (!known) listeners.set(platform, (known = new Set()));
  known.add(listener);
}

function tellListeners(platform: Platform, spaceId: string, kind: string, id: string): void {
  for (const listener of listeners.get(platform) ?? []) listener(spaceId, kind, id);
}

/** Call after the commit. Other processes are told by the bus. */
export function forgetReleased(platform: Platform, spaceId: string, kind: string, id: string): void {
  forget(platform, `${spaceId}/${kind}/${id}/`);
  tellListeners(platform, spaceId, kind, id);
  platform.bus.publish({ kind: releasedChanged, spaceId, of: kind, id });
}

/** Once per process. */
export function listenForReleases(platform: Platform): void {
  platform.bus.on(releasedChanged, ({ spaceId, of, id }) => {
    forget(platform, `${String(spaceId)}/${String(of)}/${String(id)}/`);
    tellListeners(platform, String(spaceId), String(of), String(id));
  });
  platform.bus.on('reconnected', () => {
    cacheOf(platform).clear();
    tellListeners(platform, '', '', '');
  });
}

/** A process that ends between commit and message leaves the others with the old release: the event log does not. */
export const releasedSubscriber: Subscriber = {
  name: 'definitions.released',
  start: 'now',
  types: [
    'definitions.released',
    'definitions.enabled',
    'definitions.archived',
    'definitions.restored',
    'definitions.purged',
  ],
  handle(platform, spaceId, events) {
    for (const { data } of events) platform.bus.publish({ kind: releasedChanged, spaceId, of: data.kind, id: data.id });
    return Promise.resolve();
  },
};

/** The one in force, and those by number too: they carry name and switch. */
function forget(platform: Platform, prefix: string): void {
  const cache = cacheOf(platform);
  for (const key of cache.keys()) if (key.startsWith(prefix)) cache.delete(key);
}

async function load(
  platform: Platform,
  spaceId: string,
  name: string,
  id: string,
  number: number | undefined,
): Promise<Released | undefined> {
  const kind = findKind(platform, name);
  if (!kind) return undefined;
  const row = await inControl(platform.facts, spaceId, (tx) => {
    const releases = tx
      .selectFrom('definitions.definition as d')
      .innerJoin('definitions.release as r', (join) =>
        join.onRef('r.space_id', '=', 'd.space_id').onRef('r.kind', '=', 'd.kind').onRef('r.id', '=', 'd.id'),
      )
      .select(['d.name', 'd.app_id', 'd.enabled', 'r.number', 'r.body', 'r.format', 'r.released_by'])
      .where('d.space_id', '=', spaceId)
      .where('d.kind', '=', name)
      .where('d.id', '=', id);
    return number === undefined
      ? releases.whereRef('r.number', '=', 'd.released').where('d.archived_at', 'is', null).executeTakeFirst()
      : releases.where('r.number', '=', number).executeTakeFirst();
  });
  if (!row) return undefined;
  const body: unknown = bodyOf(kind, row);
  return {
    kind: name,
    id,
    number: row.number,
    name: row.name,
    appId: row.app_id,
    enabled: row.enabled,
    releasedBy: row.released_by,
    body,
    compiled: await kind.compile(body, { platform, spaceId, id }),
  };
}

function cacheOf(platform: Platform): Cache {
  let cache = caches.get(platform);
  if (!cache) caches.set(platform, (cache = new Map()));
  return cache;
}
