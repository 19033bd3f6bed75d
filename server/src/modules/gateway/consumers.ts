import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import type { Consumer, Credential, gatewayApi } from '@formwork/contract/gateway/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Selectable } from 'kysely';
import { hmacSecretOf } from '../../gateway/own-keys.ts';
import type { TxCtx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { refreshSoon } from './snapshots.ts';
import type { CredentialTable } from './tables.ts';

type Input<Name extends keyof typeof gatewayApi> = InputOf<(typeof gatewayApi)[Name]>;
type Answer<Name extends keyof typeof gatewayApi> = Promise<ResponseOf<(typeof gatewayApi)[Name]>>;

export async function listConsumers(ctx: TxCtx): Answer<'consumers'> {
  const { tx, spaceId } = ctx;
  const consumers = await tx
    .selectFrom('gateway.consumer')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('name')
    .execute();
  const applications = await tx
    .selectFrom('gateway.application')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('name')
    .execute();
  const credentials = await tx
    .selectFrom('gateway.credential')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .execute();
  const ofApplication = Map.groupBy(credentials, ({ application }) => application);
  const ofConsumer = Map.groupBy(applications, ({ consumer }) => consumer);
  return consumers.map(({ id, name, about, off, owner, created_at }): Consumer => ({
    id,
    name,
    about,
    off,
    owner,
    createdAt: created_at.toISOString(),
    applications: (ofConsumer.get(id) ?? []).map((one) => ({
      id: one.id,
      name: one.name,
      credentials: (ofApplication.get(one.id) ?? []).map(credentialView),
    })),
  }));
}

export async function createConsumer(ctx: TxCtx, { body }: Input<'createConsumer'>): Answer<'createConsumer'> {
  const id = newId();
  await ctx.tx
    .insertInto('gateway.consumer')
    .values({ space_id: ctx.spaceId, id, ...body })
    .execute();
  await record(ctx, 'gateway.consumer.created', { id, name: body.name });
  return { id };
}

export async function updateConsumer(ctx: TxCtx, { params, body }: Input<'updateConsumer'>): Answer<'updateConsumer'> {
  const { consumerId: id } = params;
  const changed = await ctx.tx
    .updateTable('gateway.consumer')
    .set(body)
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('gateway.consumer.not_found');
  await record(ctx, 'gateway.consumer.changed', { id, name: body.name, enabled: !body.off });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

export async function removeConsumer(ctx: TxCtx, { params }: Input<'removeConsumer'>): Answer<'removeConsumer'> {
  const removed = await ctx.tx
    .deleteFrom('gateway.consumer')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.consumerId)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.consumer.not_found');
  await record(ctx, 'gateway.consumer.removed', { id: params.consumerId, name: removed.name });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

export async function createApplication(
  ctx: TxCtx,
  { params, body }: Input<'createApplication'>,
): Answer<'createApplication'> {
  const id = newId();
  await ctx.tx
    .insertInto('gateway.application')
    .values({ space_id: ctx.spaceId, id, consumer: params.consumerId, ...body })
    .execute();
  await record(ctx, 'gateway.application.created', { id, name: body.name });
  return { id };
}

export async function removeApplication(
  ctx: TxCtx,
  { params }: Input<'removeApplication'>,
): Answer<'removeApplication'> {
  const removed = await ctx.tx
    .deleteFrom('gateway.application')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.applicationId)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.application.not_found');
  await record(ctx, 'gateway.application.removed', { id: params.applicationId, name: removed.name });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

/** What was drawn is shown in this answer and nowhere else. */
export async function createCredential(
  ctx: TxCtx,
  { params, body }: Input<'createCredential'>,
): Answer<'createCredential'> {
  const id = newId();
  const { kind } = body;
  const address = body.jwt?.address ?? '';
  if (kind === 'jwt' && address !== '' && !isHttp(address)) throw refused('jwt.address', 'keys_address');
  if (kind === 'jwt' && address === '' && !isKeySet(body.jwt?.keys)) throw refused('jwt.keys', 'no_keys');
  const shown = kind === 'certificate' ? certificateOf(body.certificate ?? '') : undefined;
  const drawn =
    kind === 'jwt' || kind === 'certificate'
      ? null
      : kind === 'hmac'
        ? hmacSecretOf(ctx.platform.config.secret, ctx.spaceId, id)
        : draw(kind);
  const login = kind === 'basic' || kind === 'oauth' || kind === 'hmac' ? `${kind}-${id.slice(-12)}` : null;
  await ctx.tx
    .insertInto('gateway.credential')
    .values({
      space_id: ctx.spaceId,
      id,
      application: params.applicationId,
      kind,
      name: body.name,
      hint: shown?.subject ?? (kind === 'jwt' ? (body.jwt?.issuer ?? '') : (login ?? `${drawn!.slice(0, 10)}…`)),
      // signatures are checked with the secret itself, which follows from the installation's: nothing of it is kept
      hash:
        shown?.hash ??
        (drawn === null || kind === 'hmac' ? null : createHash('sha256').update(drawn).digest('base64url')),
      login,
      settings: JSON.stringify(kind === 'jwt' ? body.jwt : {}),
      expires_at: soonest(body.expiresAt, shown?.until),
      created_by: ctx.user.id,
    })
    .execute();
  await record(ctx, 'gateway.credential.created', { id, name: body.name, kind });
  refreshSoon(ctx.platform, ctx.spaceId);
  return { id, login, secret: drawn };
}

export async function revokeCredential(ctx: TxCtx, { params }: Input<'revokeCredential'>): Answer<'revokeCredential'> {
  const revoked = await ctx.tx
    .updateTable('gateway.credential')
    .set({ revoked_at: new Date() })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.credentialId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'kind'])
    .executeTakeFirst();
  if (!revoked) throw notFound('gateway.credential.not_found');
  await record(ctx, 'gateway.credential.revoked', { id: params.credentialId, ...revoked });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

function draw(kind: 'key' | 'basic' | 'oauth'): string {
  return `${kind === 'key' ? 'fwg_' : ''}${randomBytes(32).toString('base64url')}`;
}

function certificateOf(pem: string): { hash: string; subject: string; until: string } {
  try {
    const read = new X509Certificate(pem);
    const common = /^CN=(.*)$/m.exec(read.subject)?.[1] ?? read.subject;
    return {
      hash: createHash('sha256').update(read.raw).digest('base64url'),
      subject: common.slice(0, 100),
      until: read.validToDate.toISOString(),
    };
  } catch {
    throw refused('certificate', 'certificate');
  }
}

/** No longer than its certificate. */
function soonest(asked: string | null, until: string | undefined): Date | null {
  const all = [asked, until].filter((one): one is string => typeof one === 'string').map((one) => Date.parse(one));
  return all.length === 0 ? null : new Date(Math.min(...all));
}

const refused = (path: string, code: 'keys_address' | 'no_keys' | 'certificate') =>
  invalid(`gateway.credential.${code}`, [{ path, code: `gateway.credential.${code}` }]);

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function isKeySet(text: string | undefined): boolean {
  try {
    const { keys } = JSON.parse(text ?? '') as { keys?: unknown };
    return (
      Array.isArray(keys) &&
      keys.length > 0 &&
      keys.every((key) => typeof (key as { kty?: unknown })?.kty === 'string' && (key as { kty: string }).kty !== 'oct')
    );
  } catch {
    return false;
  }
}

export function credentialView(row: Selectable<CredentialTable>): Credential {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
