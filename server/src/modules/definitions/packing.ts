import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { newId } from '../../platform/ids.ts';
import type { PackagePart, PackedPart } from '../../platform/package-part.ts';
import type { Platform } from '../../platform/platform.ts';
import { levelsOn } from './access.ts';
import { readBody } from './body.ts';
import { addDefinition } from './create.ts';
import { binDefinition, saveDefinition } from './own-calls.ts';
import { allKinds, findKind, isFor } from './registry.ts';
import { releaseDraft } from './releases.ts';
import { bodyOf, draftOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

/** Every kind of definition as a part of packages. */
export function definitionParts(platform: Platform): PackagePart[] {
  return allKinds(platform).map(partOf);
}

/** A definition in a package, and whether it belongs to the application itself. */
export interface PackedDefinition extends PackedPart {
  kind: string;
  own: boolean;
}

/** Definitions of an application, those that name what is in it, and all that these name. Personal ones stay with their owners. */
export async function definitionsAround(
  ctx: TxCtx,
  app: { id: string; forms: readonly string[] },
): Promise<PackedDefinition[]> {
  const found = new Map<string, PackedDefinition>();
  const add = async (rows: readonly DefinitionRow[], own: boolean): Promise<{ kind: string; id: string }[]> => {
    const added: { kind: string; id: string }[] = [];
    for (const [name, ofKind] of Map.groupBy(rows, ({ kind }) => kind)) {
      const kind = findKind(ctx.platform, name);
      if (!kind || !isFor(ctx.user, kind.permissions.use)) continue;
      const levels = await levelsOn(ctx, kind, ofKind);
      for (const [index, row] of ofKind.entries()) {
        const key = `${row.kind}/${row.id}`;
        if (found.has(key) || (levels[index] ?? null) === null) continue;
        found.set(key, { ...(await packed(ctx, kind, row)), kind: name, own });
        added.push({ kind: name, id: row.id });
      }
    }
    return added;
  };
  await add(await there(ctx).where('app_id', '=', app.id).execute(), true);
  const first = [{ kind: 'app', id: app.id }, ...app.forms.map((id) => ({ kind: 'form', id })), ...placesOf(found)];
  // who names the application, and who names those: a dashboard with a chart of one of its forms
  for (let named = first; named.length > 0;) named = await add(await naming(ctx, named), false);
  for (let names = placesOf(found); names.length > 0;) names = await add(await namedBy(ctx, names), false);
  return [...found.values()];
}

const placesOf = (found: ReadonlyMap<string, PackedDefinition>): { kind: string; id: string }[] =>
  [...found.values()].map(({ kind, id }) => ({ kind, id }));

function there(ctx: TxCtx) {
  return ctx.tx
    .selectFrom('definitions.definition')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('archived_at', 'is', null)
    .where('owner', 'is', null)
    .orderBy('kind')
    .orderBy('id')
    .limit(5_000);
}

function naming(ctx: TxCtx, named: readonly { kind: string; id: string }[]): Promise<DefinitionRow[]> {
  return there(ctx)
    .where(
      sql<boolean>`(kind, id) in (select from_kind, from_id from definitions.reference where space_id = ${ctx.spaceId}
        and (to_kind, to_id) in (select * from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::text[])))`,
    )
    .execute();
}

function namedBy(ctx: TxCtx, users: readonly { kind: string; id: string }[]): Promise<DefinitionRow[]> {
  return there(ctx)
    .where(
      sql<boolean>`(kind, id) in (select to_kind, to_id from definitions.reference where space_id = ${ctx.spaceId}
        and (from_kind, from_id) in (select * from unnest(${users.map(({ kind }) => kind)}::text[], ${users.map(({ id }) => id)}::text[])))`,
    )
    .execute();
}

/** What is in force of it, the draft where nothing is. */
async function packed(ctx: TxCtx, kind: AnyDefinitionKind, row: DefinitionRow): Promise<PackedPart> {
  const release =
    row.released === null
      ? undefined
      : await ctx.tx
          .selectFrom('definitions.release')
          .select(['body', 'format'])
          .where('space_id', '=', ctx.spaceId)
          .where('kind', '=', row.kind)
          .where('id', '=', row.id)
          .where('number', '=', row.released)
          .executeTakeFirst();
  const body: unknown = release ? kind.settle(bodyOf(kind, release)) : draftOf(kind, row);
  return { id: row.id, name: row.name, body, released: release !== undefined };
}

function partOf(kind: AnyDefinitionKind): PackagePart {
  const rowOf = (ctx: TxCtx, id: string): Promise<DefinitionRow | undefined> =>
    there(ctx).where('kind', '=', kind.kind).where('id', '=', id).executeTakeFirst();
  return {
    kind: kind.kind,
    // behind forms, before the processes and labels that go by them; who names others is placed like them
    order: 40,
    collect: () => Promise.resolve([]),
    async find(ctx, id) {
      const row = await rowOf(ctx, id);
      return row && { id, name: row.name, body: draftOf(kind, row), released: row.released !== null };
    },
    async taken(tx, ids) {
      const rows = await tx
        .selectFrom('definitions.definition')
        .select('id')
        .where('kind', '=', kind.kind)
        .where('id', 'in', [...ids])
        .execute();
      return rows.map(({ id }) => id);
    },
    newId,
    read: (body) => readBody(kind, body),
    rename: (body, ids) => kind.rename(body, ids) as unknown,
    names: (body) => kind.references(body).map(({ to }) => ({ kind: to.kind, id: to.id })),
    async write(ctx, { id, name, body, appId }) {
      const row = await rowOf(ctx, id);
      if (row) return (await saveDefinition(ctx, kind.kind, id, { name, enabled: row.enabled, draft: body })).done;
      // what has its rights from an application belongs to it
      await addDefinition(ctx, kind, { id, name, draft: body, ...(kind.levelOf && { appId }) });
    },
    async release(ctx, id) {
      if (kind.saves === 'whole') return;
      const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) => rowOf({ ...ctx, tx }, id));
      if (!row || row.released_version === row.version) return;
      const body = { version: row.version, accept: true };
      await releaseDraft(ctx, { params: { kind: kind.kind, id }, query: {}, body });
    },
    async remove(ctx: Ctx, id) {
      const done = await inControl(ctx.platform.control, ctx.spaceId, async (tx) =>
        (await rowOf({ ...ctx, tx }, id)) ? binDefinition({ ...ctx, tx }, kind.kind, id) : undefined,
      );
      done?.();
    },
  };
}
