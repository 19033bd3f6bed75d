import type { DefinitionUse, DefinitionUses } from '@formwork/contract/definitions/api.ts';
import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { sql } from 'kysely';
import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { levelsOn } from './access.ts';
import { findKind, findTargets, isFor, otherUses } from './registry.ts';
import { bodyOf } from './rows.ts';
import type { ReferenceTable } from './tables.ts';

type Of = ReferenceTable['of'];

/** Writes who the body names, as far as it is others than before. */
export async function replaceReferences(
  { tx, spaceId }: Pick<TxCtx, 'tx' | 'spaceId'>,
  kind: AnyDefinitionKind,
  id: string,
  of: Of,
  body: unknown,
  before?: unknown,
): Promise<void> {
  const next = byKey(kind.references(body));
  const known = before === undefined ? undefined : byKey(kind.references(before));
  const gone = known ? [...known].filter(([key, { how }]) => next.get(key)?.how !== how) : undefined;
  const rows = tx
    .deleteFrom('definitions.reference')
    .where('space_id', '=', spaceId)
    .where('from_kind', '=', kind.kind)
    .where('from_id', '=', id)
    .where('of', '=', of);
  if (!gone) await rows.execute();
  else if (gone.length > 0)
    await rows
      .where(
        sql<boolean>`(from_part, to_kind, to_id, to_part) in (select * from unnest(${gone.map(([, one]) => one.part)}::text[],
          ${gone.map(([, { to }]) => to.kind)}::text[], ${gone.map(([, { to }]) => to.id)}::text[], ${gone.map(([, { to }]) => to.part)}::text[]))`,
      )
      .execute();
  const added = [...next].filter(([key, { how }]) => known?.get(key)?.how !== how).map(([, one]) => one);
  for (let at = 0; at < added.length; at += 1_000)
    await tx
      .insertInto('definitions.reference')
      .values(
        added
          .slice(at, at + 1_000)
          .map(({ part, to, how }) => ({
            space_id: spaceId,
            from_kind: kind.kind,
            from_id: id,
            of,
            from_part: part,
            to_kind: to.kind,
            to_id: to.id,
            to_part: to.part,
            how,
          })),
      )
      .execute();
}

/** Who names a definition, or anything else that can be named; `parts` narrows it to some of it. */
export async function usesOf(
  ctx: TxCtx,
  to: { kind: string; id: string; parts?: readonly string[] },
): Promise<DefinitionUses> {
  let found = ctx.tx
    .selectFrom('definitions.reference as r')
    .innerJoin('definitions.definition as d', (join) =>
      join
        .onRef('d.space_id', '=', 'r.space_id')
        .onRef('d.kind', '=', 'r.from_kind')
        .onRef('d.id', '=', 'r.from_id')
        .on('d.archived_at', 'is', null),
    )
    .selectAll('d')
    .select(['r.of', 'r.from_part', 'r.to_part', 'r.how'])
    .where('r.space_id', '=', ctx.spaceId)
    .where('r.to_kind', '=', to.kind)
    .where('r.to_id', '=', to.id)
    .where((eb) => eb.not(eb.and([eb('r.from_kind', '=', to.kind), eb('r.from_id', '=', to.id)])))
    .orderBy('r.from_kind')
    .orderBy('r.from_id')
    .orderBy('r.of', 'desc')
    .limit(5_000);
  if (to.parts) found = found.where(sql<boolean>`r.to_part = any(${[...to.parts]}::text[])`);
  const rows = await found.execute();
  const uses: DefinitionUse[] = [];
  let hidden = 0;
  for (const [name, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const kind = findKind(ctx.platform, name);
    const shown = kind && isFor(ctx.user, kind.permissions.use) ? kind : undefined;
    const levels = shown ? await levelsOn(ctx, shown, ofKind) : [];
    for (const [index, row] of ofKind.entries()) {
      if ((levels[index] ?? null) === null) hidden += 1;
      else
        uses.push({
          kind: row.kind,
          id: row.id,
          name: row.name,
          appId: row.app_id,
          part: row.from_part,
          toPart: row.to_part,
          of: row.of,
          how: row.how,
        });
    }
  }
  if (to.parts === undefined)
    for (const { roles, find } of otherUses(ctx.platform)) {
      const more = await find(ctx, to);
      if (isFor(ctx.user, roles)) uses.push(...more);
      else hidden += more.length;
    }
  return { uses, hidden };
}

/** A reference as it stands, with whose it is. Nobody's rights are asked. */
export interface FoundReference {
  kind: string;
  id: string;
  name: Text;
  of: Of;
  part: string;
  how: 'refuse' | 'warn';
  to: { id: string; part: string };
}

/** Everything in definitions that names one of these things. */
export async function referencesTo(tx: ControlTx, kind: string, ids: readonly string[]): Promise<FoundReference[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('definitions.reference as r')
    .innerJoin('definitions.definition as d', (join) =>
      join
        .onRef('d.space_id', '=', 'r.space_id')
        .onRef('d.kind', '=', 'r.from_kind')
        .onRef('d.id', '=', 'r.from_id')
        .on('d.archived_at', 'is', null),
    )
    .select(['d.kind', 'd.id', 'd.name', 'r.of', 'r.from_part', 'r.how', 'r.to_id', 'r.to_part'])
    .where('r.to_kind', '=', kind)
    .where('r.to_id', 'in', [...ids])
    .orderBy('d.kind')
    .orderBy('d.id')
    .orderBy('r.of', 'desc')
    .execute();
  return rows.map(({ from_part: part, to_id: toId, to_part: toPart, ...row }) => ({
    ...row,
    part,
    to: { id: toId, part: toPart },
  }));
}

/** Parts that somebody names, of all that are named. */
export async function namedParts(
  { tx, spaceId }: Pick<TxCtx, 'tx' | 'spaceId'>,
  kind: string,
  id: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('definitions.reference')
    .select('to_part')
    .distinct()
    .where('space_id', '=', spaceId)
    .where('to_kind', '=', kind)
    .where('to_id', '=', id)
    .where('to_part', '<>', '')
    .execute();
  return rows.map((row) => row.to_part);
}

/** What the body names and is not there, not released, or nothing this installation knows. */
export async function missingTargets(
  { platform, spaceId, tx }: { platform: Platform; spaceId: string; tx: ControlTx },
  references: readonly DefinitionReference[],
): Promise<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  const tell = (code: string, { part, to, how }: DefinitionReference): void => {
    problems.push({
      code,
      level: how === 'refuse' ? 'error' : 'warning',
      at: part === '' ? [] : [part],
      data: { ...to },
    });
  };
  for (const [name, named] of Map.groupBy(references, ({ to }) => to.kind)) {
    const ids = [...new Set(named.map(({ to }) => to.id))];
    const find = findTargets(platform, name);
    const kind = findKind(platform, name);
    if (!find && !kind) {
      for (const one of named) problems.push({ ...unknownKind(one), level: 'error' });
      continue;
    }
    const parts = find
      ? new Map((await find(tx, ids)).map((target) => [target.id, target.parts ?? new Set<string>()]))
      : await releasedParts(tx, spaceId, kind!, ids);
    for (const one of named) {
      const there = parts.get(one.to.id);
      if (!there) tell('definitions.problem.target_missing', one);
      else if (one.to.part !== '' && !there.has(one.to.part)) tell('definitions.problem.part_missing', one);
    }
  }
  return problems;
}

function unknownKind({ part, to }: DefinitionReference): Omit<DefinitionProblem, 'level'> {
  return { code: 'definitions.problem.kind_missing', at: part === '' ? [] : [part], data: { ...to } };
}

async function releasedParts(
  tx: ControlTx,
  spaceId: string,
  kind: AnyDefinitionKind,
  ids: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await tx
    .selectFrom('definitions.definition as d')
    .innerJoin('definitions.release as r', (join) =>
      join
        .onRef('r.space_id', '=', 'd.space_id')
        .onRef('r.kind', '=', 'd.kind')
        .onRef('r.id', '=', 'd.id')
        .onRef('r.number', '=', 'd.released'),
    )
    .select(['d.id', 'r.body', 'r.format'])
    .where('d.space_id', '=', spaceId)
    .where('d.kind', '=', kind.kind)
    .where('d.id', 'in', ids)
    .where('d.archived_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, new Set(kind.parts(bodyOf(kind, row)))]));
}

function byKey(references: readonly DefinitionReference[]): Map<string, DefinitionReference> {
  const found = new Map<string, DefinitionReference>();
  // where an element names the same twice, the weightier counts
  for (const one of references) {
    const key = JSON.stringify([one.part, one.to.kind, one.to.id, one.to.part]);
    if (found.get(key)?.how !== 'refuse') found.set(key, one);
  }
  return found;
}
