import type { Definition, DefinitionRelease, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { DefinitionProblem } from '@formwork/contract/definitions/kind.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { AppError, conflict, notFound, refuse } from '../../platform/errors.ts';
import { requireOn } from './access.ts';
import { readBody } from './body.ts';
import { releaseAndFollow } from './follow.ts';
import { missingTargets } from './references.ts';
import { findKind } from './registry.ts';
import { forgetReleased } from './released.ts';
import { bodyOf, draftOf, viewOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';
import { tellOpen } from './topic.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

/** What the kind says of the body, and what the body names in vain. */
export async function problemsOf(
  { platform, spaceId, tx }: Pick<TxCtx, 'platform' | 'spaceId' | 'tx'>,
  kind: AnyDefinitionKind,
  id: string,
  body: unknown,
): Promise<DefinitionProblem[]> {
  return [
    ...(await kind.problems(body, { platform, spaceId, tx, id })),
    ...(await missingTargets({ platform, spaceId, tx }, kind.references(body))),
  ];
}

export async function getProblems(
  ctx: TxCtx,
  { params }: Input<'problems'>,
): Promise<ResponseOf<typeof definitionsApi.problems>> {
  const { kind, row } = await requireOn(ctx, params.kind, params.id, 'see');
  return { version: row.version, problems: await problemsOf(ctx, kind, row.id, draftOf(kind, row)) };
}

/** Puts the draft in force, in the version that was looked at. */
export async function releaseDraft(ctx: Ctx, { params, body }: Input<'release'>): Promise<Definition> {
  await requireHeld(ctx, params, body.version);
  const { view, followed } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const { kind, row, can } = await requireOn(at, params.kind, params.id, 'own', { lock: true });
    if (kind.saves === 'whole') throw refuse('definitions.draft.saved_whole');
    await requireLookedAt(at, row, body.version);
    const draft = readBody(kind, draftOf(kind, row));
    const problems = await problemsOf(at, kind, row.id, draft);
    if (problems.some(({ level }) => level === 'error'))
      throw new AppError('definitions.release.problems', { problems });
    const released = await releaseAndFollow(at, kind, row, draft, body);
    return { view: viewOf(released.row, can), followed: released.followed };
  });
  tellReleased(ctx, view, followed);
  return view;
}

/** What the kind asks of the person themselves; a draft that is another by now is refused by its version. */
async function requireHeld(ctx: Ctx, { kind: name, id }: { kind: string; id: string }, version: number): Promise<void> {
  if (!findKind(ctx.platform, name)?.problemsFor) return;
  const draft = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { kind, row } = await requireOn({ ...ctx, tx }, name, id, 'own');
    return row.version === version ? { kind, body: readBody(kind, draftOf(kind, row)) } : undefined;
  });
  const problems = (await draft?.kind.problemsFor?.(ctx, draft.body, { id })) ?? [];
  if (problems.length > 0) throw new AppError('definitions.release.problems', { problems });
}

/** Call after the commit of releases. */
export function tellReleased(
  { platform, spaceId, user }: Ctx,
  { kind, id, released, version }: Definition,
  followed: readonly { kind: string; id: string }[],
): void {
  for (const one of [{ kind, id }, ...followed]) forgetReleased(platform, spaceId, one.kind, one.id);
  tellOpen(platform, spaceId, kind, id, { type: 'definition.released', number: released, version, actor: user.id });
}

export async function listReleases(
  ctx: TxCtx,
  { params, query }: Input<'releases'>,
): Promise<{ releases: DefinitionRelease[] }> {
  await requireOn(ctx, params.kind, params.id, 'see', { archived: true });
  let rows = ctx.tx
    .selectFrom('definitions.release')
    .select(['number', 'note', 'released_by', 'released_at'])
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', params.kind)
    .where('id', '=', params.id)
    .orderBy('number', 'desc')
    .limit(100);
  if (query.before !== undefined) rows = rows.where('number', '<', query.before);
  return { releases: (await rows.execute()).map(releaseView) };
}

export async function getRelease(
  ctx: TxCtx,
  { params, query }: Input<'getRelease'>,
): Promise<ResponseOf<typeof definitionsApi.getRelease>> {
  const { kind } = await requireOn(ctx, params.kind, params.id, 'see', { archived: true });
  const release = await storedRelease(ctx, params, params.number);
  if (!release) throw notFound('definitions.release.not_found');
  const other = await storedRelease(ctx, params, query.against ?? params.number - 1);
  const body: unknown = bodyOf(kind, release);
  return { ...releaseView(release), body, words: kind.words(other ? bodyOf(kind, other) : undefined, body) };
}

async function storedRelease({ tx, spaceId }: TxCtx, { kind, id }: { kind: string; id: string }, number: number) {
  return tx
    .selectFrom('definitions.release')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** 409 with what others did since. */
async function requireLookedAt({ tx, spaceId }: TxCtx, row: DefinitionRow, version: number): Promise<void> {
  if (row.version === version) return;
  const since = await tx
    .selectFrom('definitions.change')
    .select(['version', 'actor', 'at', 'ops'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', row.kind)
    .where('id', '=', row.id)
    .where('version', '>', version)
    .orderBy('version')
    .limit(100)
    .execute();
  throw conflict('definitions.draft.version_conflict', {
    version: row.version,
    savedBy: row.saved_by,
    savedAt: row.saved_at.toISOString(),
    since,
  });
}

function releaseView(row: { number: number; note: string; released_by: string; released_at: Date }): DefinitionRelease {
  return { number: row.number, note: row.note, releasedBy: row.released_by, releasedAt: row.released_at.toISOString() };
}
