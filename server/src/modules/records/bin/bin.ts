import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { BinRow, binApi } from '@formwork/contract/records/bin.ts';
import type { Ctx } from '../../../platform/context.ts';
import { exactTime, pageOf, readCursor } from '../../../platform/db/paging.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { dropAttached } from '../../files/public.ts';
import { formsOf } from '../../forms/public.ts';
import { attachmentId, attachmentKind } from '../files/attachments.ts';
import { commentFileId, commentFileKind } from '../talk/comments.ts';

const pageSize = 50;

/**
 * Deleted records across forms, the latest first. Who keeps the bin need not have rights on the forms: it tells titles and
 * nothing else, see docs/decisions/recycle-bin.md.
 */
export async function listBin(
  ctx: Ctx,
  { query }: InputOf<typeof binApi.list>,
): Promise<{ rows: BinRow[]; next: string | null }> {
  const { limit = pageSize } = query;
  const params: unknown[] = [];
  const where: string[] = [];
  const given = (sql: (place: string) => string, value: unknown) => {
    if (value !== undefined) where.push(sql(`$${params.push(value)}`));
  };
  given(
    (place) => `form_id = any(${place}::text[])`,
    query.app === undefined ? undefined : [...(await formsOf(ctx, { app: query.app })).keys()],
  );
  given((place) => `form_id = ${place}`, query.form);
  given((place) => `deleted_by = ${place}::uuid`, query.person);
  given((place) => `deleted_at >= ${place}::timestamptz`, query.from);
  given((place) => `deleted_at <= ${place}::timestamptz`, query.to);
  given((place) => `title ilike ${place}`, query.search ? `%${query.search.replace(/[\\%_]/g, '\\$&')}%` : undefined);
  const after = readCursor(query.after, { code: 'records.list.bad_cursor' });
  if (after) where.push(`(deleted_at, id) < ($${params.push(after.at)}::timestamptz, $${params.push(after.id)}::uuid)`);
  const { rows } = await spaceQuery<Found>(ctx.platform, {
    text: `select id, title, form_id, deleted_by, deleted_at, ${exactTime('deleted_at')} as at from ${spaceSchema(ctx.spaceId)}.records_bin
      ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by deleted_at desc, id desc limit ${limit + 1}`,
    values: params,
  });
  const { shown, next } = pageOf(rows, limit);
  const forms = await formsOf(ctx, { ids: [...new Set(shown.map((row) => row.form_id))] });
  return {
    rows: shown.map((row) => {
      const form = forms.get(row.form_id);
      return {
        id: row.id,
        title: row.title,
        formId: row.form_id,
        deletedBy: row.deleted_by,
        deletedAt: row.deleted_at.toISOString(),
        form: form ? { title: form.title, appId: form.appId, appTitle: form.appTitle } : null,
      };
    }),
    next,
  };
}

/** What hangs on records by their ids, and goes with them for good. */
const belongings = ['records_history', 'records_comment', 'records_follow', 'records_share', 'records_link'] as const;

/** For good: the record, what it said before, and what people said about it. The audit trail keeps that it was there. */
export async function purgeBin(ctx: Ctx, { body }: InputOf<typeof binApi.purge>): Promise<{ purged: number }> {
  return inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<{ id: string; form_id: string; title: string }>({
      text: `delete from ${tx.schema}.records_bin where id = any($1::uuid[]) returning id, form_id, title`,
      values: [body.ids],
    });
    const { rows: comments } = await tx.query<{ id: string; record_id: string }>({
      text: `select id, record_id from ${tx.schema}.records_comment where record_id = any($1::uuid[]) and files <> '[]'`,
      values: [rows.map(({ id }) => id)],
    });
    for (const table of belongings)
      await tx.query({
        text: `delete from ${tx.schema}.${table} where record_id = any($1::uuid[])`,
        values: [rows.map(({ id }) => id)],
      });
    for (const { id, form_id: formId, title } of rows)
      await tx.event('records.purged', id, {
        formId,
        recordId: id,
        title,
        comments: comments.filter((one) => one.record_id === id).map((one) => one.id),
      });
    return { purged: rows.length };
  });
}

/** Files lie in the control plane: they follow the event, so that a crash leaves none behind. */
export const purgeSubscriber: Subscriber = {
  name: 'records.purge',
  start: 'now',
  types: ['records.purged'],
  async handle(platform, spaceId, events) {
    for (const { data } of events) {
      const { formId, recordId, comments } = data as { formId: string; recordId: string; comments: string[] };
      await dropAttached(platform, spaceId, { kind: attachmentKind, id: attachmentId(formId, recordId) }, []);
      for (const comment of comments)
        await dropAttached(
          platform,
          spaceId,
          { kind: commentFileKind, id: commentFileId(formId, recordId, comment) },
          [],
        );
    }
  },
};

interface Found {
  id: string;
  title: string;
  form_id: string;
  deleted_by: string | null;
  deleted_at: Date;
  at: string;
}
