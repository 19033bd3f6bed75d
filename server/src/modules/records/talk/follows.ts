import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FollowedRecord, talkApi } from '@formwork/contract/records/talk.ts';
import type { Ctx } from '../../../platform/context.ts';
import { exactTime, pageOf, readCursor } from '../../../platform/db/paging.ts';
import { AppError } from '../../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { formsOf, type FormName } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { prepared } from '../plan/columns.ts';
import { visibleRow, wholeRow } from '../read/get.ts';
import { planOf, storedRecord } from '../plan/plan.ts';
import { recordTopic } from '../read/presence.ts';

const mostListed = 200;
const pageSize = 30;

export async function listFollowers(
  ctx: Ctx,
  { params }: InputOf<typeof talkApi.followers>,
): Promise<ResponseOf<typeof talkApi.followers>> {
  const plan = await planOf(ctx, params.formId);
  await wholeRow(ctx, plan, params.recordId);
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  const { rows } = await spaceQuery<{ user_id: string; since: Date; total: number; following: boolean }>(ctx.platform, {
    ...prepared(
      `select user_id, since, count(*) over ()::int as total, bool_or(user_id = $2) over () as following from ${plan.schema}.records_follow where record_id = $1 order by since, user_id limit ${mostListed}`,
    ),
    values: [params.recordId, ctx.user.id],
  });
  return {
    following: rows[0]?.following ?? false,
    total: rows[0]?.total ?? 0,
    followers: rows
      .filter((row) => people.has(row.user_id))
      .map((row) => ({ person: row.user_id, since: row.since.toISOString() })),
  };
}

export async function follow(
  ctx: Ctx,
  { params: { formId, recordId } }: InputOf<typeof talkApi.follow>,
): Promise<null> {
  const plan = await planOf(ctx, formId);
  await wholeRow(ctx, plan, recordId);
  await spaceQuery(ctx.platform, {
    ...prepared(
      `insert into ${plan.schema}.records_follow (record_id, user_id, form_id) values ($1, $2, $3) on conflict do nothing`,
    ),
    values: [recordId, ctx.user.id, formId],
  });
  tell(ctx, formId, recordId);
  return null;
}

/** Who may see the record no longer may still stop following it. */
export async function unfollow(ctx: Ctx, { params }: InputOf<typeof talkApi.unfollow>): Promise<null> {
  await spaceQuery(ctx.platform, {
    ...prepared(`delete from ${spaceSchema(ctx.spaceId)}.records_follow where record_id = $1 and user_id = $2`),
    values: [params.recordId, ctx.user.id],
  });
  tell(ctx, params.formId, params.recordId);
  return null;
}

/** Nobody else's state changed: those who look at it are told, and no event is kept. */
function tell(ctx: Ctx, formId: string, recordId: string): void {
  ctx.platform.realtime.publish(ctx.spaceId, {
    to: { topic: recordTopic(formId, recordId) },
    message: { type: 'record.followed' },
  });
}

/** How many records one follows, those among them that one sees no longer. */
export async function countFollowed(ctx: Ctx): Promise<number> {
  const { rows } = await spaceQuery<{ count: number }>(ctx.platform, {
    ...prepared(`select count(*)::int as count from ${spaceSchema(ctx.spaceId)}.records_follow where user_id = $1`),
    values: [ctx.user.id],
  });
  return rows[0]?.count ?? 0;
}

/** A page may be shorter than asked for: what the person sees no longer is left out. */
export async function listFollowed(
  ctx: Ctx,
  { query }: InputOf<typeof talkApi.followed>,
): Promise<{ rows: FollowedRecord[]; next: string | null }> {
  const { limit = pageSize } = query;
  const after = readCursor(query.after, { code: 'records.list.bad_cursor' });
  const { rows } = await spaceQuery<Followed>(ctx.platform, {
    ...prepared(`select record_id, form_id, since, ${exactTime('since')} as at, record_id as id from ${spaceSchema(ctx.spaceId)}.records_follow
      where user_id = $1 and ($2::timestamptz is null or (since, record_id) < ($2, $3::uuid)) order by since desc, record_id desc limit $4`),
    values: [ctx.user.id, after?.at ?? null, after?.id ?? null, limit + 1],
  });
  const { shown: page, next } = pageOf(rows, limit);
  const forms = await formsOf(ctx, { ids: [...new Set(page.map((row) => row.form_id))] });
  const seen = await Promise.all(page.map((row) => seenRow(ctx, row, forms.get(row.form_id))));
  return { rows: seen.filter((row) => row !== undefined), next };
}

interface Followed {
  record_id: string;
  form_id: string;
  since: Date;
  at: string;
  id: string;
}

async function seenRow(
  ctx: Ctx,
  { record_id: recordId, form_id: formId, since }: Followed,
  form: FormName | undefined,
): Promise<FollowedRecord | undefined> {
  if (!form) return undefined;
  try {
    const plan = await planOf(ctx, formId);
    const { values } = storedRecord(plan, (await visibleRow(ctx, plan, recordId)).row);
    const modifiedAt = values._modifiedAt;
    return {
      formId,
      recordId,
      appId: form.appId,
      formTitle: form.title,
      title: plan.titleOf(values),
      since: since.toISOString(),
      modifiedAt: typeof modifiedAt === 'string' ? modifiedAt : null,
    };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
