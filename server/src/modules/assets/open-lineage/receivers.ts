import {
  mostReceivers,
  receiverKinds,
  type Receiver,
  type receiverApi,
  type ReceiverInput,
} from '@formwork/contract/assets/receivers.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type SpaceReader } from '../../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { connectionNames, requireUsable } from '../../connections/public.ts';
import { sendTo } from './send.ts';

type Input<Name extends keyof typeof receiverApi> = InputOf<(typeof receiverApi)[Name]>;

export interface StoredReceiver {
  id: string;
  name: string;
  connection: string;
  path: string;
  enabled: boolean;
  set_by: string;
  version: number;
  cursor: string;
  sent: string;
  sent_at: Date | null;
  refused: string;
  failures: number;
  failure: string | null;
  failed_at: Date | null;
  next_at: Date;
  waiting: number;
}

const columns = (schema: string): string =>
  `r.id, r.name, r.connection, r.path, r.enabled, r.set_by, r.version, r.cursor::text, r.sent::text, r.sent_at, r.refused::text, r.failures, r.failure, r.failed_at, r.next_at,
    (select count(*)::int from ${schema}.assets_told t where t.id > r.cursor) as waiting`;

export async function listReceivers(ctx: Ctx): Promise<Receiver[]> {
  const from = reader(ctx);
  const { rows } = await from.query<StoredReceiver>({
    text: `select ${columns(from.schema)} from ${from.schema}.assets_receiver r order by r.name, r.id`,
  });
  return viewsOf(ctx, rows);
}

/** What was told before is not sent: it begins now. */
export async function createReceiver(ctx: Ctx, { body }: Input<'createReceiver'>): Promise<Receiver> {
  await requireFits(ctx, body);
  const id = newId();
  const { version: _, ...given } = body;
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<{ n: number }>({
      text: `select count(*)::int as n from ${tx.schema}.assets_receiver`,
    });
    if (rows[0]!.n >= mostReceivers) throw conflict('assets.receiver.too_many', { most: mostReceivers });
    await tx.query({
      text: `insert into ${tx.schema}.assets_receiver (id, name, connection, path, enabled, set_by, cursor)
        values ($1, $2, $3, $4, $5, $6, (select coalesce(max(id), 0) from ${tx.schema}.assets_told))`,
      values: [id, given.name, given.connection, given.path, given.enabled, ctx.user.id],
    });
    await tx.event('assets.receiver.created', id, { id, name: given.name, enabled: given.enabled });
  });
  return receiverOf(ctx, id);
}

export async function updateReceiver(ctx: Ctx, { params, body }: Input<'updateReceiver'>): Promise<Receiver> {
  await storedReceiver(reader(ctx), params.receiverId);
  await requireFits(ctx, body);
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `update ${tx.schema}.assets_receiver set name = $3, connection = $4, path = $5, enabled = $6, set_by = $7, version = version + 1,
          failures = 0, failure = null, failed_at = null, next_at = now() where id = $1 and version = $2 returning 1`,
      values: [params.receiverId, body.version, body.name, body.connection, body.path, body.enabled, ctx.user.id],
    });
    if (rows.length === 0) throw conflict('assets.receiver.changed_meanwhile');
    await tx.event('assets.receiver.changed', params.receiverId, {
      id: params.receiverId,
      name: body.name,
      enabled: body.enabled,
    });
  });
  return receiverOf(ctx, params.receiverId);
}

export async function removeReceiver(ctx: Ctx, { params }: Input<'removeReceiver'>): Promise<null> {
  const { name } = await storedReceiver(reader(ctx), params.receiverId);
  await inSpace(ctx, async (tx) => {
    await tx.query({ text: `delete from ${tx.schema}.assets_receiver where id = $1`, values: [params.receiverId] });
    await tx.event('assets.receiver.removed', params.receiverId, { id: params.receiverId, name });
  });
  return null;
}

export async function sendNow(ctx: Ctx, { params }: Input<'sendNow'>): Promise<Receiver> {
  const { enabled } = await storedReceiver(reader(ctx), params.receiverId);
  if (!enabled) throw conflict('assets.receiver.off');
  await sendTo(ctx, params.receiverId);
  return receiverOf(ctx, params.receiverId);
}

/** Over a connection that the caller may use; a webhook goes where its address leads. */
async function requireFits(ctx: Ctx, { connection, path }: ReceiverInput): Promise<void> {
  const { kind } = await requireUsable(ctx, connection);
  if (!(receiverKinds as readonly string[]).includes(kind))
    throw invalid('assets.receiver.kind_fits_not', [
      { path: 'connection', code: 'assets.receiver.kind_fits_not', data: {} },
    ]);
  if (kind === 'webhook' && path !== '')
    throw invalid('assets.receiver.path_fits_not', [{ path: 'path', code: 'assets.receiver.path_fits_not', data: {} }]);
}

async function storedReceiver(from: SpaceReader, id: string): Promise<StoredReceiver> {
  const { rows } = await from.query<StoredReceiver>({
    text: `select ${columns(from.schema)} from ${from.schema}.assets_receiver r where r.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound('assets.receiver.not_found');
  return rows[0];
}

async function receiverOf(ctx: Ctx, id: string): Promise<Receiver> {
  return (await viewsOf(ctx, [await storedReceiver(reader(ctx), id)]))[0]!;
}

async function viewsOf(ctx: Ctx, rows: readonly StoredReceiver[]): Promise<Receiver[]> {
  const names = await connectionNames(
    ctx,
    rows.map(({ connection }) => connection),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    connection: row.connection,
    connectionName: names.get(row.connection) ?? '',
    path: row.path,
    enabled: row.enabled,
    setBy: row.set_by,
    sent: Number(row.sent),
    sentAt: row.sent_at?.toISOString() ?? null,
    refused: Number(row.refused),
    failures: row.failures,
    failure: row.failure,
    failedAt: row.failed_at?.toISOString() ?? null,
    nextAt: row.enabled && row.failures > 0 ? row.next_at.toISOString() : null,
    waiting: row.waiting,
  }));
}
