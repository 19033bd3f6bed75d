import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { DraftRow, workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { exactTime, pageOf, readCursor } from '../../../platform/db/paging.ts';
import { reader, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { appTitles } from '../../forms/public.ts';
import { canSeeRecord, formForProcess, recordForProcess } from '../../records/public.ts';
import { currentRelease } from './released.ts';
import { prepared } from '../lists/rows.ts';

/** A record made in a form with a process is a draft of whoever made it, until it is handed in, deleted or given away. */
export const draftSubscriber: Subscriber = {
  name: 'workflow.drafts',
  start: 'first',
  types: ['records.created', 'records.deleted', 'records.transferred', 'workflow.instance.started'],
  async handle(platform, spaceId, events) {
    for (const event of events) await keep(platform, spaceId, event);
  },
};

async function keep(platform: Platform, spaceId: string, { type, actor, at, data }: LoggedEvent): Promise<void> {
  const { formId, recordId } = data as { formId: string; recordId: string };
  const schema = spaceSchema(spaceId);
  if (type !== 'records.created') {
    await spaceQuery(platform, {
      ...prepared(`delete from ${schema}.workflow_draft where record_id = $1`),
      values: [recordId],
    });
    return;
  }
  if (actor === null || !(await currentRelease({ platform, spaceId }, formId))) return;
  const form = await formForProcess({ platform, spaceId }, formId).catch(orGone);
  if (!form) return;
  // Handed in at once, its process may have been heard of before: then it is no draft.
  await spaceQuery(platform, {
    ...prepared(`insert into ${schema}.workflow_draft (person, record_id, form_id, app_id, at)
      select $1::uuid, $2::uuid, $3::text, $4::text, $5::timestamptz where not exists (select 1 from ${schema}.workflow_instance where record_id = $2::uuid) on conflict do nothing`),
    values: [actor, recordId, formId, form.appId, at],
  });
  platform.realtime.publish(spaceId, { to: { users: [actor] }, message: { type: 'workflow.draft', formId, recordId } });
}

interface Row {
  record_id: string;
  form_id: string;
  app_id: string;
  at: string;
  id: string;
}

/** A page may be shorter than asked for: what is gone is left out. */
export async function listDrafts(
  ctx: Ctx,
  { query }: InputOf<typeof workbenchApi.drafts>,
): Promise<ResponseOf<typeof workbenchApi.drafts>> {
  const { limit = 20 } = query;
  const cursor = readCursor(query.after);
  const tx = reader(ctx);
  const { rows } = await tx.query<Row>({
    ...prepared(`select d.record_id, d.form_id, d.app_id, ${exactTime('d.at')} as at, d.record_id as id from ${tx.schema}.workflow_draft d
      where d.person = $1 and ($2::timestamptz is null or (d.at, d.record_id) < ($2, $3::uuid)) and ($4::text is null or d.app_id = $4) order by d.at desc, d.record_id desc limit $5`),
    values: [ctx.user.id, cursor?.at ?? null, cursor?.id ?? null, query.appId ?? null, limit + 1],
  });
  const apps = await appTitles(
    ctx,
    rows.map((row) => row.app_id),
  );
  const { shown, next } = pageOf(rows, limit);
  const items = await Promise.all(
    shown.map(async (row): Promise<DraftRow | undefined> => {
      const seen = await seenDraft(ctx, row);
      return (
        seen && {
          ...seen,
          formId: row.form_id,
          appId: row.app_id,
          appTitle: apps.get(row.app_id) ?? { zh: '' },
          recordId: row.record_id,
        }
      );
    }),
  );
  return { items: items.filter((item) => item !== undefined), next };
}

async function seenDraft(ctx: Ctx, { form_id, record_id }: Row) {
  const form = await formForProcess(ctx, form_id).catch(orGone);
  if (!form || !(await canSeeRecord(ctx, form_id, record_id))) return undefined;
  const record = await recordForProcess(reader(ctx), ctx, form_id, record_id).catch(orGone);
  if (!record) return undefined;
  const { _modifiedAt: modified } = record.values;
  return {
    formTitle: form.title,
    recordTitle: form.titleHidden ? '' : record.title,
    savedAt: typeof modified === 'string' ? modified : '',
  };
}

function orGone(error: unknown): undefined {
  if (error instanceof AppError && error.status === 404) return undefined;
  throw error;
}
