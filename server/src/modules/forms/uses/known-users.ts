import type { LeadsTo, Named } from '@formwork/contract/condition/references.ts';
import type { Reference, Use, UserKind } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A definition that names things of forms. */
export interface User {
  kind: UserKind;
  /** Of a definition: which kind it is of. */
  definition?: string;
  /** Of what a form has one of, the form's id. */
  id: string;
  state: Use['state'];
  formId: string | null;
  /** Left out: that of the form. */
  title?: Text;
  references: Reference[];
  /** What people call a part of it. */
  partTitle?: (part: string) => Text | undefined;
  /** So many that nobody else may see by name. */
  count?: number;
}

/** Forms that are asked for, with those whose relations lead to them. */
export interface Asked {
  forms: readonly string[];
  /** Applications that go as a whole. */
  apps: readonly string[];
  around: readonly string[];
  leadsTo: LeadsTo;
}

/** How one kind of user is found. `ahead` reads what lies beside the records, before the transaction that `find` is handed. */
export interface UserSource<Read = undefined> {
  ahead?: (ctx: Pick<Ctx, 'platform' | 'spaceId'>) => Promise<Read>;
  find: (tx: ControlTx, asked: Asked, ahead: Read | undefined) => Promise<User[]>;
  /** Takes one option in place of another in all it keeps, in force at once; answers what is to be done after the commit. */
  follow?: (ctx: TxCtx, at: Required<Named>, to: string, asked: Asked) => Promise<(() => void)[]>;
  /** Kinds of its users that do. */
  follows?: readonly UserKind[];
}

const known = new WeakMap<Platform, Map<string, UserSource<unknown>>>();

/** Registers, once per process, who names fields, options and forms: modules above this one tell theirs. */
export function knowUsers<Read>(platform: Platform, name: string, source: UserSource<Read>): void {
  const all = known.get(platform) ?? new Map<string, UserSource<unknown>>();
  all.set(name, source as UserSource<unknown>);
  known.set(platform, all);
}

export function userSources(platform: Platform): ReadonlyMap<string, UserSource<unknown>> {
  return known.get(platform) ?? new Map();
}

/** What stands beside the records and is asked before a transaction begins. */
export type Ahead = ReadonlyMap<string, unknown>;

export async function readAhead(ctx: Pick<Ctx, 'platform' | 'spaceId'>): Promise<Ahead> {
  const found = new Map<string, unknown>();
  for (const [name, { ahead }] of userSources(ctx.platform)) if (ahead) found.set(name, await ahead(ctx));
  return found;
}
