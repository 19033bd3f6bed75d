import type { DefinitionUses } from '@formwork/contract/definitions/api.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { namedParts, replaceReferences, usesOf } from './references.ts';
import { bodyOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

/** Of kinds that are saved as a whole each save is a release; so many stay. */
const keptSaves = 50;

/**
 * Makes the body the release in force: asks those who name what goes, lets the kind do what it has to, and notes who is named.
 * All in the caller's transaction, on a locked row.
 */
export async function putInForce(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  row: DefinitionRow,
  body: unknown,
  { note = '', accept = false }: { note?: string | undefined; accept?: boolean | undefined },
): Promise<DefinitionRow> {
  const before = await releasedBody(ctx, kind, row);
  const said = await askUsers(ctx, kind, row.id, body, accept);
  const number = await nextNumber(ctx, row);
  await kind.onRelease?.(ctx, { id: row.id, number, before, after: body });
  await ctx.tx
    .insertInto('definitions.release')
    .values({
      space_id: ctx.spaceId,
      kind: row.kind,
      id: row.id,
      number,
      body: JSON.stringify(body),
      format: kind.format,
      note: [note, said].filter(Boolean).join('\n'),
      released_by: ctx.user.id,
    })
    .execute();
  const after = await ctx.tx
    .updateTable('definitions.definition')
    .set({ released: number, released_version: row.version })
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', row.kind)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceReferences(ctx, kind, row.id, 'release', body, before);
  if (kind.saves === 'whole')
    await ctx.tx
      .deleteFrom('definitions.release')
      .where('space_id', '=', ctx.spaceId)
      .where('kind', '=', row.kind)
      .where('id', '=', row.id)
      .where('number', '<=', number - keptSaves)
      .execute();
  await record(ctx, 'definitions.released', { id: row.id, kind: row.kind, name: row.name.zh, number });
  return after;
}

/** What the definition is refused, or asked, for the sake of those who name it. */
export function requireUnused({ uses, hidden }: DefinitionUses, accept: boolean): void {
  // a draft can be mended; what is in force goes on deciding by what is not there
  const refusing = uses.filter(({ of, how }) => of === 'release' && how === 'refuse');
  if (refusing.length > 0) throw conflict('definitions.release.in_use', { uses: refusing, hidden });
  if (!accept && uses.length + hidden > 0) throw conflict('definitions.release.asks', { uses, hidden });
}

async function askUsers(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  id: string,
  body: unknown,
  accept: boolean,
): Promise<string> {
  const parts = new Set(kind.parts(body));
  const gone = (await namedParts(ctx, kind.kind, id)).filter((part) => !parts.has(part));
  if (gone.length === 0) return '';
  const uses = await usesOf(ctx, { kind: kind.kind, id, parts: gone });
  requireUnused(uses, accept);
  return uses.uses.map(({ name, toPart }) => `${toPart} ← ${name.zh}`).join('\n');
}

/** What is in force of it, in the format of today. */
export async function releasedBody(
  { tx, spaceId }: TxCtx,
  kind: AnyDefinitionKind,
  { id, released }: DefinitionRow,
): Promise<unknown> {
  if (released === null) return undefined;
  const release = await tx
    .selectFrom('definitions.release')
    .select(['body', 'format'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind.kind)
    .where('id', '=', id)
    .where('number', '=', released)
    .executeTakeFirst();
  return release && bodyOf(kind, release);
}

async function nextNumber({ tx, spaceId }: TxCtx, { kind, id }: DefinitionRow): Promise<number> {
  const { last } = await tx
    .selectFrom('definitions.release')
    .select(sql<number | null>`max(number)`.as('last'))
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
