import type { EdgeKind, Sensitivity } from '@formwork/contract/assets/asset.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from './context.ts';
import type { LoggedEvent } from './events/events.ts';
import type { Platform } from './platform.ts';
import type { Catalog } from './sql/resolve.ts';

export interface FactColumn {
  key: string;
  title: Text;
  type: string;
}

/** A thing and a column of it; '' is the whole. */
export interface AssetPart {
  kind: string;
  id: string;
  part: string;
}

export interface AssetRead {
  from: AssetPart;
  /** The own column that it goes into; '' for the whole. */
  to: string;
  how: EdgeKind;
}

export interface AssetWrite {
  from: string;
  to: AssetPart;
  how: EdgeKind;
}

/** A table that a thing writes: known by what is written until somebody looks at it over there. */
export interface WrittenTable {
  connection: string;
  /** Of the connection, with the schema. */
  place: string;
  schema: string;
  name: string;
  columns: FactColumn[];
}

/** What a kind of definition says of a body: its columns, and how they come from others. */
export interface AssetShape {
  columns: FactColumn[];
  reads: AssetRead[];
  writes?: AssetWrite[];
  tables?: WrittenTable[];
  /** Why columns cannot be told: the key of a text `assets.unread.<why>`. */
  unread?: string | undefined;
}

/** A thing as its module registers it. */
export interface AssetFacts extends AssetShape {
  kind: string;
  id: string;
  /** The thing whose rights decide who sees it; itself mostly. */
  guard: string;
  title: Text;
  /** Whatever it belongs to; blank where it stands for itself. */
  place: Text;
  address: { kind: string; id: string; appId: string | null };
  owner: string | null;
  release: string;
  /** Left as it is where nothing is said. */
  about?: string;
  /** Bytes, rows and the like, as the source knows them. */
  facts?: Record<string, number | string>;
}

/** Of the things of a kind, those that somebody sees, by what guards them. */
export type Seen = { only: ReadonlySet<string> } | { except: ReadonlySet<string> };
export const seesAll: Seen = { except: new Set() };
export const seesNone: Seen = { only: new Set() };

type Where = { platform: Platform; spaceId: string };

/** What of a module is a data asset: `assets` of its entry. Nobody else reads its tables for that. */
export interface AssetSource {
  kinds: readonly string[];
  /** Ids of things that an event is about; undefined for events that change nothing. */
  changed?(event: LoggedEvent): { kind: string; id: string }[] | undefined;
  /** All there are, by kind. Left out where they are found by `harvest` alone. */
  list?(where: Where): Promise<{ kind: string; id: string }[]>;
  /** Those of them that are there. */
  describe?(where: Where, kind: string, ids: readonly string[]): Promise<AssetFacts[]>;
  /** Looks outside, with the rights of the caller: whatever belongs together comes at once, what is missing there is gone. */
  harvest?(ctx: Ctx): AsyncIterable<{ kind: string; guard: string; facts: AssetFacts[]; failed?: string }>;
  seen(ctx: Ctx): Promise<ReadonlyMap<string, Seen>>;
  /** Kinds that are seen by whoever sees the thing of another kind that guards them. */
  seenAs?: Readonly<Record<string, string>>;
}

const sources = new WeakMap<Platform, readonly AssetSource[]>();

/** Once per process. */
export function registerAssets(platform: Platform, all: readonly AssetSource[]): void {
  sources.set(platform, all);
}

export function assetSources(platform: Platform): readonly AssetSource[] {
  return sources.get(platform) ?? [];
}

type KnownTables = (where: Where, connection: string) => Promise<Catalog>;
const tables = new WeakMap<Platform, KnownTables>();

/** Tells who knows the columns of a connection's tables without asking over there. */
export function registerTables(platform: Platform, known: KnownTables): void {
  tables.set(platform, known);
}

export async function tablesOf(where: Where, connection: string): Promise<Catalog> {
  return (await tables.get(where.platform)?.(where, connection)) ?? (() => undefined);
}

type Sensitive = (where: Where, kind: string, id: string, from: Sensitivity) => Promise<string[]>;
const sensitive = new WeakMap<Platform, Sensitive>();

/** Tells who knows how sensitive columns are. */
export function registerSensitive(platform: Platform, known: Sensitive): void {
  sensitive.set(platform, known);
}

/** Columns of a thing that are at least so sensitive. */
export async function columnsFrom(where: Where, kind: string, id: string, from: Sensitivity): Promise<string[]> {
  return (await sensitive.get(where.platform)?.(where, kind, id, from)) ?? [];
}

type Uses = (who: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, kind: string, id: string, ms: number) => void;
const uses = new WeakMap<Platform, Uses>();

/** Tells who counts uses. */
export function registerUses(platform: Platform, count: Uses): void {
  uses.set(platform, count);
}

/** Somebody looks at a thing, or it answers them, which took so long. Nobody waits for the count. */
export function noteUseOf(who: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, kind: string, id: string, ms = 0): void {
  uses.get(who.platform)?.(who, kind, id, ms);
}

/** An asset whose contract is not kept just now. */
export interface BrokenPromise {
  asset: number;
  title: Text;
}

type Promises = (where: Where, kind: string, id: string) => Promise<BrokenPromise[]>;
const promises = new WeakMap<Platform, Promises>();

/** Tells who knows the contracts of what things read. */
export function registerPromises(platform: Platform, known: Promises): void {
  promises.set(platform, known);
}

/** Of what a thing reads, whatever does not keep its contract. */
export async function brokenBefore(where: Where, kind: string, id: string): Promise<BrokenPromise[]> {
  return (await promises.get(where.platform)?.(where, kind, id)) ?? [];
}
