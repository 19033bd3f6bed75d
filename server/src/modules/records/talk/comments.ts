import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { commentEditMinutes, type Comment, type talkApi } from '@formwork/contract/records/talk.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, spaceQuery, type SpaceTx } from '../../../platform/db/space-data.ts';
import { attachFiles, dropAttached, type FileGuard } from '../../files/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { prepared } from '../plan/columns.ts';
import { cameTwice, madeBefore, takeDown } from '../write/commands.ts';
import { canSeeRecord, wholeRow } from '../read/get.ts';
import { planOf, storedRecord, type FormPlan } from '../plan/plan.ts';
import { titlesSeen } from '../read/sight.ts';

const pageSize = 30;

export const commentFileKind = 'records.comment';

export function commentFileId(formId: string, recordId: string, commentId: string): string {
  return `${formId}/${recordId}/${commentId}`;
}

/** Whoever sees the record sees what was said about it. */
export const maySeeCommentFile: FileGuard = (ctx, id) => {
  const [formId = '', recordId = ''] = id.split('/');
  return canSeeRecord(ctx, formId, recordId);
};

export async function listComments(
  ctx: Ctx,
  { params, query }: InputOf<typeof talkApi.comments>,
): Promise<{ rows: Comment[]; next: string | null; total: number }> {
  const plan = await planOf(ctx, params.formId);
  await wholeRow(ctx, plan, params.recordId);
  const { limit = pageSize } = query;
  const [{ rows }, total] = await Promise.all([
    spaceQuery<Stored>(ctx.platform, {
      ...prepared(
        `select ${columns} from ${plan.schema}.records_comment where record_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
      ),
      values: [params.recordId, query.after ?? null, limit + 1],
    }),
    spaceQuery<{ total: number }>(ctx.platform, {
      ...prepared(`select count(*)::int as total from ${plan.schema}.records_comment where record_id = $1`),
      values: [params.recordId],
    }),
  ]);
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map((row) => commentView(ctx, row)),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    total: total.rows[0]?.total ?? 0,
  };
}

export async function writeComment(
  ctx: Ctx,
  { params: { formId, recordId }, body }: InputOf<typeof talkApi.comment>,
): Promise<{ comment: Comment; unseeing: string[] }> {
  const plan = await planOf(ctx, formId);
  const { title, owner } = await subjectOf(ctx, plan, recordId);
  const text = textOf(body.text);
  const { mentions, unseeing } = await meant(ctx, plan, recordId, body.mentions);
  const place = `${formId}/${recordId}`;
  const before = await madeBefore(ctx, place, body.commandId);
  if (before !== undefined) return { comment: await writtenBefore(ctx, plan, recordId, before), unseeing };
  const id = newId();
  // before the comment: where this is refused nothing has been said, and what a crash leaves goes with the record
  const refused = await attachFiles(
    ctx.platform,
    ctx.spaceId,
    ctx.user.id,
    body.files.map((file) => file.id),
    { kind: commentFileKind, id: commentFileId(formId, recordId, id) },
  );
  if (refused.length > 0) throw notFound('files.file.not_found');
  const comment = await inSpace(ctx, async (tx) => {
    await takeDown(tx, ctx, place, body.commandId, id);
    const { rows } = await tx.query<Stored>({
      ...prepared(
        `insert into ${tx.schema}.records_comment (record_id, id, form_id, author, deputy, text, mentions, files) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
      ),
      values: [
        recordId,
        id,
        formId,
        ctx.user.id,
        ctx.user.deputy?.id ?? null,
        text,
        mentions,
        JSON.stringify(body.files),
      ],
    });
    await tx.event('records.comment.added', recordId, {
      formId,
      recordId,
      commentId: id,
      title,
      people: mentions,
      owner,
    });
    return commentView(ctx, rows[0]!);
  }).catch(async (error: unknown) => {
    const meanwhile = cameTwice(error) ? await madeBefore(ctx, place, body.commandId) : undefined;
    if (meanwhile === undefined) throw error;
    return writtenBefore(ctx, plan, recordId, meanwhile);
  });
  return { comment, unseeing };
}

/** The comment that the same command has written before. */
async function writtenBefore(ctx: Ctx, plan: FormPlan, recordId: string, id: string): Promise<Comment> {
  const {
    rows: [found],
  } = await spaceQuery<Stored>(ctx.platform, {
    ...prepared(`select ${columns} from ${plan.schema}.records_comment where record_id = $1 and id = $2`),
    values: [recordId, id],
  });
  if (!found) throw notFound('records.comment.not_found');
  return commentView(ctx, found);
}

/** Who is mentioned only now is told now. */
export async function editComment(
  ctx: Ctx,
  { params: { formId, recordId, commentId }, body }: InputOf<typeof talkApi.editComment>,
): Promise<{ comment: Comment; unseeing: string[] }> {
  const plan = await planOf(ctx, formId);
  const { title } = await subjectOf(ctx, plan, recordId);
  const text = textOf(body.text);
  const { mentions, unseeing } = await meant(ctx, plan, recordId, body.mentions);
  return inSpace(ctx, async (tx) => {
    const before = await ownComment(tx, ctx, recordId, commentId);
    if (!isFresh(before.at)) throw forbidden('records.comment.too_late', { minutes: commentEditMinutes });
    const { rows } = await tx.query<Stored>({
      ...prepared(
        `update ${tx.schema}.records_comment set text = $3, mentions = $4, edited_at = now() where record_id = $1 and id = $2 returning ${columns}`,
      ),
      values: [recordId, commentId, text, mentions],
    });
    await tx.event('records.comment.edited', recordId, {
      formId,
      recordId,
      commentId,
      title,
      people: mentions.filter((id) => !before.mentions.includes(id)),
    });
    return { comment: commentView(ctx, rows[0]!), unseeing };
  });
}

export async function removeComment(
  ctx: Ctx,
  { params: { formId, recordId, commentId } }: InputOf<typeof talkApi.removeComment>,
): Promise<null> {
  const plan = await planOf(ctx, formId);
  const { title } = await subjectOf(ctx, plan, recordId);
  await inSpace(ctx, async (tx) => {
    await ownComment(tx, ctx, recordId, commentId);
    await tx.query({
      ...prepared(`delete from ${tx.schema}.records_comment where record_id = $1 and id = $2`),
      values: [recordId, commentId],
    });
    await tx.event('records.comment.removed', recordId, { formId, recordId, commentId, title });
  });
  await dropAttached(
    ctx.platform,
    ctx.spaceId,
    { kind: commentFileKind, id: commentFileId(formId, recordId, commentId) },
    [],
  );
  return null;
}

interface Stored {
  id: string;
  author: string;
  deputy: string | null;
  text: string;
  mentions: string[];
  files: FileValue[];
  at: Date;
  edited_at: Date | null;
}

const columns = 'id, author, deputy, text, mentions, files, at, edited_at';

function commentView(
  ctx: Ctx,
  { id, author, deputy, text, mentions, files, at, edited_at: editedAt }: Stored,
): Comment {
  const own = author === ctx.user.id;
  return {
    id,
    author,
    deputy,
    text,
    mentions,
    files,
    at: at.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    can: { edit: own && isFresh(at), delete: own },
  };
}

async function ownComment(tx: SpaceTx, ctx: Ctx, recordId: string, commentId: string): Promise<Stored> {
  const {
    rows: [found],
  } = await tx.query<Stored>({
    ...prepared(`select ${columns} from ${tx.schema}.records_comment where record_id = $1 and id = $2 for update`),
    values: [recordId, commentId],
  });
  if (!found) throw notFound('records.comment.not_found');
  if (found.author !== ctx.user.id) throw forbidden('records.comment.not_own');
  return found;
}

function isFresh(at: Date): boolean {
  return Date.now() - at.getTime() < commentEditMinutes * 60_000;
}

function textOf(given: string): string {
  const text = given.trim();
  if (text === '') throw invalid('records.comment.empty', [{ path: 'body.text', code: 'records.comment.empty' }]);
  return text;
}

/** Everybody reads events: what the form hides from somebody is in none. */
async function subjectOf(ctx: Ctx, plan: FormPlan, recordId: string): Promise<{ title: string; owner: string | null }> {
  const { row, facts } = await wholeRow(ctx, plan, recordId);
  return { title: plan.titleOf(storedRecord(plan, row).values), owner: facts.owner };
}

async function meant(
  ctx: Ctx,
  plan: FormPlan,
  recordId: string,
  ids: readonly string[],
): Promise<{ mentions: string[]; unseeing: string[] }> {
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  const mentions = [...new Set(ids)].filter((id) => people.has(id));
  const seeing = await titlesSeen(ctx, plan, recordId, mentions, wholeRow);
  return { mentions, unseeing: mentions.filter((id) => !seeing.has(id)) };
}
