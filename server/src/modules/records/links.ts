import { hash, randomBytes } from 'node:crypto';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { linkMostDays, linkPasswordLength, type linkApi, type RecordLink } from '@formwork/contract/records/link.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, spaceQuery } from '../../platform/space-data.ts';
import { hashPassword } from '../identity/public.ts';
import { prepared } from './columns.ts';
import { planOf } from './plan.ts';
import { sharable } from './share.ts';

const dayMs = 86_400_000;

/** The token names its space, which is no secret, before 256 random bits, which are. */
export function tokenParts(token: string): { spaceId: string; tokenHash: Buffer } | undefined {
  const match = /^([a-z0-9]{1,40})-([\w-]{43})$/.exec(token);
  return match?.[1] && match[2] ? { spaceId: match[1], tokenHash: hash('sha256', match[2], 'buffer') } : undefined;
}

export async function listLinks(ctx: Ctx, { params: { formId, recordId } }: InputOf<typeof linkApi.links>): Promise<{ links: RecordLink[] }> {
  const plan = await planOf(ctx, formId);
  await sharable(ctx, plan, recordId);
  const { rows } = await spaceQuery<Stored>(ctx.platform, { ...prepared(`select ${columns} from ${plan.schema}.records_link where record_id = $1 order by id desc limit 200`), values: [recordId] });
  return { links: rows.map(linkView) };
}

export async function createLink(ctx: Ctx, { params: { formId, recordId }, body }: InputOf<typeof linkApi.createLink>): Promise<{ link: RecordLink; token: string }> {
  const plan = await planOf(ctx, formId);
  const { mask, title } = await sharable(ctx, plan, recordId);
  const known = new Set([...plan.form.definition.fields, ...plan.form.definition.tables].map(({ id }) => id).filter((id) => !mask?.has(id)));
  const fields = [...new Set(body.fields)];
  if (fields.length === 0 || fields.some((id) => !known.has(id))) throw invalid('records.link.no_fields', [{ path: 'body.fields', code: 'records.link.no_fields' }]);
  const ahead = Date.parse(body.expiresAt) - Date.now();
  if (ahead <= 0 || ahead > (linkMostDays + 1) * dayMs) throw invalid('records.link.bad_expiry', [{ path: 'body.expiresAt', code: 'records.link.bad_expiry', data: { days: linkMostDays } }], { days: linkMostDays });
  if (body.password !== null && body.password.length < linkPasswordLength) throw invalid('records.link.short_password', [{ path: 'body.password', code: 'records.link.short_password', data: { min: linkPasswordLength } }], { min: linkPasswordLength });
  const token = `${ctx.spaceId}-${randomBytes(32).toString('base64url')}`;
  const id = newId();
  const passwordHash = body.password === null ? null : await hashPassword(body.password);
  return inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<Stored>({
      ...prepared(`insert into ${tx.schema}.records_link (record_id, id, form_id, token_hash, password_hash, fields, files, expires_at, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`),
      values: [recordId, id, formId, tokenParts(token)?.tokenHash, passwordHash, fields, body.files, body.expiresAt, ctx.user.id],
    });
    await tx.event('records.grant.link_made', recordId, { formId, recordId, linkId: id, title, expiresAt: body.expiresAt, password: passwordHash !== null });
    return { link: linkView(rows[0]!), token };
  });
}

export async function revokeLink(ctx: Ctx, { params: { formId, recordId, linkId } }: InputOf<typeof linkApi.revokeLink>): Promise<null> {
  const plan = await planOf(ctx, formId);
  const { title } = await sharable(ctx, plan, recordId);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({ ...prepared(`update ${tx.schema}.records_link set revoked_at = now(), revoked_by = $3 where record_id = $1 and id = $2 and revoked_at is null`), values: [recordId, linkId, ctx.user.id] });
    if (rowCount === 0) throw notFound('records.link.gone');
    await tx.event('records.grant.link_revoked', recordId, { formId, recordId, linkId, title });
  });
  return null;
}

interface Stored {
  id: string;
  fields: string[];
  files: boolean;
  has_password: boolean;
  expires_at: Date;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
  opened: number;
  last_opened_at: Date | null;
}

const columns = 'id, fields, files, password_hash is not null as has_password, expires_at, created_by, created_at, revoked_at, opened, last_opened_at';

function linkView(row: Stored): RecordLink {
  return {
    id: row.id, fields: row.fields, files: row.files, password: row.has_password, expiresAt: row.expires_at.toISOString(), by: row.created_by, at: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null, opened: row.opened, lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  };
}
