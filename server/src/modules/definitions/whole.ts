import { randomUUID } from 'node:crypto';
import type { Definition, definitionsApi } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { requireOn, type Access } from './access.ts';
import { readBody } from './body.ts';
import { storeChange, tellChange } from './changes.ts';
import { releaseAndFollow, type InForce } from './follow.ts';
import { problemsOf, tellReleased } from './releases.ts';
import { draftOf, viewOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

/**
 * Puts a whole draft in place of the one that was read. Of kinds that are drawn it is a change like any other, which those who
 * have it open see; of kinds that are saved as a whole it is in force at once.
 */
export async function saveDraft(
  ctx: Ctx,
  { params, body }: InputOf<typeof definitionsApi.saveDraft>,
): Promise<Definition> {
  const { view, done } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const access = await requireOn(at, params.kind, params.id, 'edit', { lock: true });
    const { kind, row } = access;
    if (row.version !== body.expectedVersion)
      throw conflict('definitions.draft.version_conflict', {
        version: row.version,
        savedBy: row.saved_by,
        savedAt: row.saved_at.toISOString(),
        draft: draftOf(kind, row),
      });
    const saved = await saveWhole(at, access, body.draft, body);
    return { view: viewOf(saved.row, access.can), done: saved.done };
  });
  done();
  return view;
}

export interface Saved {
  row: DefinitionRow;
  /** Tells others of it: call it after the commit. */
  done(): void;
}

/** The draft in place of what is there, in the caller's transaction; nothing where it is the same. */
export async function saveWhole(
  ctx: TxCtx,
  { kind, row, can }: Access,
  draft: unknown,
  said: { note?: string | undefined; accept?: boolean | undefined },
): Promise<Saved> {
  const before = draftOf(kind, row);
  const body = readBody(kind, draft);
  const ops = diff(before, body);
  if (ops.length === 0) return { row, done: () => {} };
  const change = await storeChange(ctx, kind, row, {
    client: randomUUID(),
    seq: 1,
    ops,
    before,
    changed: body,
    lost: [],
  });
  const { name, version } = change;
  const next = { ...row, name, version, saved_by: ctx.user.id, saved_at: new Date(change.at) };
  const released = kind.saves === 'whole' ? await putWholeInForce(ctx, kind, next, body, said) : undefined;
  return {
    row: released?.row ?? next,
    done() {
      tellChange(ctx.platform, ctx.spaceId, row, change);
      if (released) tellReleased(ctx, viewOf(released.row, can), released.followed);
    },
  };
}

/** A save of a kind whose saves are releases. */
export async function putWholeInForce(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  row: DefinitionRow,
  body: unknown,
  said: { note?: string | undefined; accept?: boolean | undefined },
): Promise<InForce> {
  const problems = await problemsOf(ctx, kind, row.id, body);
  if (problems.some(({ level }) => level === 'error')) throw new AppError('definitions.release.problems', { problems });
  return releaseAndFollow(ctx, kind, row, body, said);
}
