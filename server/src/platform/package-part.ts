import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from './context.ts';
import type { ControlTx } from './db/db.ts';

/** A part as it travels. */
export interface PackedPart {
  id: string;
  name: Text;
  body: unknown;
  /** In force where it stands. */
  released: boolean;
}

export interface PlacedPart {
  id: string;
  name: Text;
  body: unknown;
  /** The application that the package brings, by its id here. */
  appId: string;
}

/**
 * A kind of thing that packages bring and that is no definition of the module `definitions`: those are parts by themselves. A
 * module brings it in `parts` of its entry.
 */
export interface PackagePart {
  kind: string;
  /** Those with a lower number are placed before. */
  order: number;
  /** What of an application goes along: what is in force, the draft where nothing is. Its forms are known to those behind them. */
  collect(ctx: TxCtx, app: { id: string; forms: readonly string[] }): Promise<PackedPart[]>;
  /** What goes along only where somebody chose it: of these forms of the application, asked outside of any transaction. */
  chosen?(ctx: Ctx, forms: readonly string[]): Promise<PackedPart[]>;
  /** It comes once, where whoever applies the package wants it; later versions leave it alone. */
  once?: true;
  /** `kind/id` of the part without which one with this id is refused. */
  goesWith?(id: string): string;
  /** As people find it here when they edit it. */
  find(ctx: TxCtx, id: string): Promise<PackedPart | undefined>;
  /** Of the ids, those that nobody else can have: in the bin too. */
  taken(tx: ControlTx, ids: readonly string[]): Promise<string[]>;
  /** An id for one whose own is taken. Left out: it goes by the id of the form or application it belongs to. */
  newId?(): string;
  /** The body as it may be stored; throws where it does not hold. */
  read(body: unknown): unknown;
  rename(body: unknown, ids: ReadonlyMap<string, string>): unknown;
  /** What it names outside of itself. */
  names?(body: unknown): { kind: string; id: string }[];
  /** Puts it there, new or in place of what is there; answers what is to be done after the commit. */
  write(ctx: TxCtx, part: PlacedPart): Promise<(() => void) | void>;
  /** Puts what was written in force. `without`: ids of parts of the package that are not in force yet and may be left out for now. */
  release?(ctx: Ctx, id: string, without: ReadonlySet<string>, body: unknown): Promise<void>;
  /** Into the bin, or away where there is none. */
  remove(ctx: Ctx, id: string): Promise<void>;
  /** What of it says who may do what: where that changes, the reviewer is asked. */
  rightsIn?(body: unknown): unknown[];
}

/** The same with ids exchanged, in values of these properties alone. */
export function renameAt<Body>(body: Body, ids: ReadonlyMap<string, string>, properties: ReadonlySet<string>): Body {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      properties.has(key) && typeof value === 'string' ? (ids.get(value) ?? value) : value,
    ),
  ) as Body;
}
