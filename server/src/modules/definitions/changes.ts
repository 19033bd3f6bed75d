import type { Change, ChangeResult, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { renamedBy } from '@formwork/contract/definitions/kind.ts';
import { apply, type Op } from '@formwork/contract/definitions/ops.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOn } from './access.ts';
import { settled } from './body.ts';
import { replaceReferences } from './references.ts';
import { draftOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';
import { tellOpen } from './topic.ts';

/** So many are handed out at once; whoever lacks more reads the draft. */
const mostChanges = 500;
/** A message on the bus holds no more. */
const toldBytes = 5_000;

type Sent = Pick<Change, 'client' | 'seq' | 'ops'>;

/** Applies operations to the draft in the order of their arrival. */
export async function changeDraft(
  ctx: Ctx,
  { params, body }: InputOf<typeof definitionsApi.change>,
): Promise<ChangeResult> {
  const { result, told } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { kind, row } = await requireOn({ ...ctx, tx }, params.kind, params.id, 'edit', { lock: true });
    const known = await earlier({ ...ctx, tx }, params, body);
    if (known) return { result: known, told: undefined };
    if (kind.saves === 'whole') throw refuse('definitions.draft.saved_whole');
    const before = draftOf(kind, row);
    const { body: changed, lost } = apply(before, body.ops);
    const stored = await storeChange({ ...ctx, tx }, kind, row, { ...body, before, changed, lost });
    return { result: { version: stored.version, lost, also: stored.also }, told: stored };
  });
  if (told) tellChange(ctx.platform, ctx.spaceId, params, told);
  return result;
}

export async function changesSince(
  ctx: TxCtx,
  { params, query }: InputOf<typeof definitionsApi.changes>,
): Promise<{ changes: Change[] }> {
  const { row } = await requireOn(ctx, params.kind, params.id, 'see');
  const rows = await ctx.tx
    .selectFrom('definitions.change')
    .select(['version', 'client', 'seq', 'actor', 'at', 'ops'])
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', params.kind)
    .where('id', '=', params.id)
    .where('version', '>', query.since)
    .orderBy('version')
    .limit(mostChanges + 1)
    .execute();
  const whole = rows.length <= mostChanges && rows.length === row.version - query.since;
  if (!whole && row.version > query.since) throw refuse('definitions.change.gone');
  return { changes: rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
}

export interface StoredChange extends Change {
  also: Op[];
  /** What the definition is called now. */
  name: Text;
}

/** The draft as it is then, with the change that others fetch, and who it names. */
export async function storeChange(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  row: DefinitionRow,
  sent: Sent & { before: unknown; changed: unknown; lost: readonly number[] },
): Promise<StoredChange> {
  const { body, also } = settled(kind, sent.changed);
  const version = row.version + 1;
  const at = new Date();
  const change = { client: sent.client, seq: sent.seq, ops: [...sent.ops, ...also] };
  const name = renamedBy(kind, row.name, sent.before, body);
  await ctx.tx
    .updateTable('definitions.definition')
    .set({
      name: JSON.stringify(name),
      draft: JSON.stringify(body),
      format: kind.format,
      version,
      saved_by: ctx.user.id,
      saved_at: at,
    })
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', row.kind)
    .where('id', '=', row.id)
    .execute();
  await ctx.tx
    .insertInto('definitions.change')
    .values({
      space_id: ctx.spaceId,
      kind: row.kind,
      id: row.id,
      version,
      ...change,
      ops: JSON.stringify(change.ops),
      lost: [...sent.lost],
      actor: ctx.user.id,
      at,
    })
    .execute();
  await replaceReferences(ctx, kind, row.id, 'draft', body, row.format === kind.format ? sent.before : undefined);
  if (isFirstInAWhile(ctx, row)) await record(ctx, 'definitions.saved', { id: row.id, kind: row.kind, name: name.zh });
  return { ...change, name, also, version, actor: ctx.user.id, at: at.toISOString() };
}

/** Call after the commit. */
export function tellChange(
  platform: Platform,
  spaceId: string,
  { kind, id }: { kind: string; id: string },
  { version, client, seq, actor, at, ops }: Change,
): void {
  const message = { type: 'definition.changed', version, client, seq, actor, at };
  const short = Buffer.byteLength(JSON.stringify(ops)) < toldBytes;
  // whoever is told of a version without its operations fetches them
  tellOpen(platform, spaceId, kind, id, short ? { ...message, ops } : message);
}

async function earlier(
  { tx, spaceId }: TxCtx,
  { kind, id }: { kind: string; id: string },
  { client, seq, ops }: Sent,
): Promise<ChangeResult | undefined> {
  const known = await tx
    .selectFrom('definitions.change')
    .select(['version', 'lost', 'ops'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('client', '=', client)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return known && { version: known.version, lost: known.lost, also: known.ops.slice(ops.length) };
}

/** Auditors read once a person and ten minutes that somebody edits; each change is kept by itself. */
const whileMs = 600_000;
const saidAt = new Map<string, number>();

function isFirstInAWhile({ spaceId, user }: TxCtx, { kind, id }: DefinitionRow): boolean {
  const key = `${spaceId}/${kind}/${id}/${user.id}`;
  const now = Date.now();
  if (now - (saidAt.get(key) ?? 0) < whileMs) return false;
  saidAt.set(key, now);
  if (saidAt.size > 10_000) for (const [old, at] of saidAt) if (now - at > whileMs) saidAt.delete(old);
  return true;
}
