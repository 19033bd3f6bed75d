import { randomUUID } from 'node:crypto';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { storeChange } from './changes.ts';
import { putInForce, releasedBody } from './in-force.ts';
import { findKind } from './registry.ts';
import { forgetReleased } from './released.ts';
import { draftOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

export interface InForce {
  row: DefinitionRow;
  /** Other definitions that were released with it. */
  followed: { kind: string; id: string }[];
}

/** Puts a body in force, and first those who name a part of it whose place another part takes: they name that one from then on. */
export async function releaseAndFollow(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  row: DefinitionRow,
  body: unknown,
  said: { note?: string | undefined; accept?: boolean | undefined },
): Promise<InForce> {
  const before = kind.replaced && (await releasedBody(ctx, kind, row));
  const replaced = before === undefined ? {} : kind.replaced!(before, body);
  const followed = await followUsers(ctx, row, replaced);
  return { row: await putInForce(ctx, kind, row, body, said), followed };
}

/** The same for parts of what is no definition itself, a form's option; answers what is to be done after the commit. */
export async function followReferences(
  ctx: TxCtx,
  to: { kind: string; id: string },
  replaced: Record<string, string>,
): Promise<(() => void)[]> {
  const followed = await followUsers(ctx, to, replaced);
  return followed.map(
    ({ kind, id }) =>
      () =>
        forgetReleased(ctx.platform, ctx.spaceId, kind, id),
  );
}

/** Their drafts, and what is in force of them by a release of its own. Answers who was released. */
async function followUsers(
  ctx: TxCtx,
  { kind, id }: { kind: string; id: string },
  replaced: Record<string, string>,
): Promise<{ kind: string; id: string }[]> {
  const parts = Object.keys(replaced);
  if (parts.length === 0) return [];
  const users = await ctx.tx
    .selectFrom('definitions.reference')
    .select(['from_kind as kind', 'from_id as id'])
    .distinct()
    .where('space_id', '=', ctx.spaceId)
    .where('to_kind', '=', kind)
    .where('to_id', '=', id)
    .where(sql<boolean>`to_part = any(${parts}::text[])`)
    .where((eb) => eb.not(eb.and([eb('from_kind', '=', kind), eb('from_id', '=', id)])))
    .orderBy('kind')
    .orderBy('id')
    .execute();
  const followed: { kind: string; id: string }[] = [];
  for (const user of users) {
    const spec = findKind(ctx.platform, user.kind);
    if (spec && (await follow(ctx, spec, user.id, new Map(Object.entries(replaced))))) followed.push(user);
  }
  return followed;
}

async function follow(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  id: string,
  ids: ReadonlyMap<string, string>,
): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('definitions.definition')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', kind.kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = draftOf(kind, row);
  const draft: unknown = kind.rename(before, ids);
  const sent = { client: randomUUID(), seq: 1, ops: diff(before, draft), before, changed: draft, lost: [] };
  const wasReleased = row.released_version === row.version;
  const version = sent.ops.length > 0 ? (await storeChange(ctx, kind, row, sent)).version : row.version;
  const inForce = await releasedBody(ctx, kind, row);
  if (inForce === undefined) return false;
  const body: unknown = kind.rename(inForce, ids);
  // what was edited since the last release stays unreleased
  await putInForce(ctx, kind, { ...row, version: wasReleased ? version : row.released_version! }, body, {});
  return true;
}
