import type {
  DefinitionProblem,
  DefinitionReference,
  DefinitionWords,
  DocumentKind,
} from '@formwork/contract/definitions/kind.ts';
import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { AssetShape } from './assets.ts';
import type { Ctx, TxCtx } from './context.ts';
import type { ControlTx } from './db/db.ts';
import type { Platform } from './platform.ts';

/** A definition as rules of access see it. */
export interface DefinitionPlace {
  kind: string;
  id: string;
  appId: string | null;
  folder: string | null;
  owner: string | null;
  createdBy: string;
}

export interface ReleaseChange<Body> {
  id: string;
  number: number;
  /** The release that was in force. */
  before: Body | undefined;
  after: Body;
}

/**
 * A kind of definition, as a module brings it: `kinds` of its entry. Drafts, changes, releases, references, rights, folders and
 * the bin are the same for all.
 */
export interface DefinitionKind<Body = unknown, Compiled = unknown> extends DocumentKind<Body> {
  /** Of drafts and releases as they are written now; those of earlier ones go through `migrate` when they are read. */
  format: number;
  /** A body of an earlier format, step by step. */
  migrate(body: unknown, from: number): unknown;
  /** Roles of the enterprise that may have to do with the kind at all; `create` those that may begin one without a rule. */
  permissions: { use: readonly Role[]; create: readonly Role[] };
  /** What a definition or a folder with its rules has to say does not come from rules but from what the kind belongs to. */
  levelOf?(ctx: Ctx & { tx?: ControlTx }, places: readonly DefinitionPlace[]): Promise<(DefinitionLevel | null)[]>;
  /** What the body itself says; what its references miss is looked for besides. */
  problems(
    body: Body,
    ctx: { platform: Platform; spaceId: string; tx: ControlTx; id: string },
  ): DefinitionProblem[] | Promise<DefinitionProblem[]>;
  /** What whoever releases it lacks themselves, asked ahead of the transaction: whoever puts a thing before others has it. */
  problemsFor?(ctx: Ctx, body: Body, at: { id: string }): Promise<DefinitionProblem[]>;
  references(body: Body): DefinitionReference[];
  /** Ids of what others may name of it. */
  parts(body: Body): Iterable<string>;
  /** Parts that others took the place of since: whoever names them is rewritten. */
  replaced?(before: Body, after: Body): Record<string, string>;
  /** The same with ids exchanged: its own, those of definitions it names, and their parts as `references` names them. */
  rename(body: Body, ids: ReadonlyMap<string, string>): Body;
  /** What is the original's alone is made the copy's own, ahead of the transaction; `keep` is called in it. */
  copied?(ctx: Ctx, body: Body): Promise<{ body: Body; keep(tx: ControlTx, id: string): Promise<unknown> }>;
  /** What a release is run as; kept in memory. */
  compile(body: Body, at: { platform: Platform; spaceId: string; id: string }): Compiled | Promise<Compiled>;
  words(before: Body | undefined, after: Body): DefinitionWords[];
  /** What a release says of its columns, where the kind is a data asset. */
  asset?(body: Body, at: { platform: Platform; spaceId: string; id: string }): AssetShape | Promise<AssetShape>;
  /** In the transaction of a release. */
  onRelease?(ctx: TxCtx, change: ReleaseChange<Body>): Promise<void>;
  /** Archived ones stay until somebody removes them; others are gone after 30 days. */
  keepArchived?: true;
}

// bodies differ from kind to kind; whoever reads one knows its own
// eslint-disable-next-line typescript/no-explicit-any -- any kind at all
export type AnyDefinitionKind = DefinitionKind<any, any>;
