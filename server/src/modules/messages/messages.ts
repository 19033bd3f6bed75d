import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import {
  mostUnread,
  ofPlatform,
  type Message,
  type messagesApi,
  type MessageTarget,
} from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { directoryOf } from '../organization/public.ts';
import { tellPages } from './leave.ts';
import { searchSql } from './search.ts';

type Input<Name extends keyof typeof messagesApi> = InputOf<(typeof messagesApi)[Name]>;

const pageSize = 50;
const keepDays = 365;

interface Row {
  id: string;
  kind: MessageKind;
  app_id: string | null;
  form_id: string | null;
  form_title: Text | null;
  record_id: string | null;
  title: string;
  title_en: string | null;
  times: number;
  target: MessageTarget | null;
  by_person: string | null;
  deputy: string | null;
  principal: string | null;
  at: Date;
  read_at: Date | null;
}

export async function listMessages(ctx: Ctx, { query }: Input<'list'>): Promise<ResponseOf<typeof messagesApi.list>> {
  const { after, limit = pageSize, unread, app, kind, search } = query;
  const values: unknown[] = [ctx.user.id];
  const where = ['person = $1'];
  if (after !== undefined) where.push(`id < $${values.push(after)}::uuid`);
  if (unread) where.push('read_at is null');
  if (app === ofPlatform) where.push('app_id is null');
  else if (app !== undefined) where.push(`app_id = $${values.push(app)}`);
  if (kind !== undefined) where.push(`kind = $${values.push(kind)}`);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  if (search) where.push(await searchSql(ctx.platform, ctx.spaceId, directory, search, ctx.user.id, values));
  const { rows } = await spaceQuery<Row>(ctx.platform, {
    text: `select id, kind, app_id, form_id, form_title, record_id, title, title_en, times, target, by_person, deputy, principal, at, read_at from ${spaceSchema(ctx.spaceId)}.messages_message
      where ${where.join(' and ')} order by id desc limit ${limit + 1}`,
    values,
  });
  const { people } = directory;
  const shown = rows.slice(0, limit);
  const messages = shown.map((row): Message => ({
    id: row.id,
    kind: row.kind,
    appId: row.app_id,
    formId: row.form_id,
    formTitle: row.form_title,
    recordId: row.record_id,
    title: textIn(titleOf(row), ctx.locale),
    times: row.times,
    target: row.target,
    by: people.get(row.by_person ?? '')?.name ?? null,
    deputy: people.get(row.deputy ?? '')?.name ?? null,
    onBehalfOf: row.principal === null ? null : { id: row.principal, name: people.get(row.principal)?.name ?? '' },
    at: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
  return { rows: messages, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

export async function countUnread(ctx: Ctx): Promise<{ unread: number }> {
  const { rows } = await spaceQuery<{ unread: number }>(ctx.platform, {
    text: `select count(*)::int as unread from (select 1 from ${spaceSchema(ctx.spaceId)}.messages_message where person = $1 and read_at is null limit ${mostUnread + 1}) unread`,
    values: [ctx.user.id],
  });
  return { unread: rows[0]?.unread ?? 0 };
}

/** What a summary says of a message. */
export interface UnreadMessage {
  kind: MessageKind;
  appId: string | null;
  formId: string | null;
  formTitle: Text | null;
  title: Text;
}

/** What came to a person in a while and was not read, newest first, and how many there are. */
export async function unreadBetween(
  platform: Ctx['platform'],
  spaceId: string,
  person: string,
  from: Date,
  until: Date,
  most: number,
): Promise<{ count: number; rows: UnreadMessage[] }> {
  const { rows } = await spaceQuery<Row & { total: number }>(platform, {
    text: `select kind, app_id, form_id, form_title, title, title_en, count(*) over ()::int as total from ${spaceSchema(spaceId)}.messages_message
      where person = $1 and read_at is null and at >= $2 and at < $3 order by id desc limit $4`,
    values: [person, from, until, most],
  });
  return {
    count: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      kind: row.kind,
      appId: row.app_id,
      formId: row.form_id,
      formTitle: row.form_title,
      title: titleOf(row),
    })),
  };
}

function titleOf({ title: zh, title_en: en }: Pick<Row, 'title' | 'title_en'>): Text {
  return { zh, ...(en !== null && { en }) };
}

/** Messages of others, and those that are gone, are passed over. */
export async function readMessages(ctx: Ctx, { body }: Input<'read'>): Promise<null> {
  const [which, value] = 'ids' in body ? ['id = any($2::uuid[])', body.ids] : ['record_id = $2::uuid', body.recordId];
  return change(
    ctx,
    `update ${spaceSchema(ctx.spaceId)}.messages_message set read_at = now() where person = $1 and read_at is null and ${which}`,
    value,
  );
}

export async function removeMessages(ctx: Ctx, { body }: Input<'remove'>): Promise<null> {
  return change(
    ctx,
    `delete from ${spaceSchema(ctx.spaceId)}.messages_message where person = $1 and id = any($2::uuid[])`,
    body.ids,
  );
}

export const forgetOldMessages = inEverySpace('messages.forget_old', '20 3 * * *', (platform, spaceId) =>
  spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.messages_message where at < now() - interval '${keepDays} days'`,
  }),
);

async function change(ctx: Ctx, text: string, value: unknown): Promise<null> {
  const { rowCount } = await spaceQuery(ctx.platform, { text, values: [ctx.user.id, value] });
  if (rowCount > 0) tellPages(ctx.platform, ctx.spaceId, [ctx.user.id]);
  return null;
}
