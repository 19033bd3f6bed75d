import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { linkApi, RecordLink } from '@formwork/contract/records/link.ts';
import type { Visit } from '@formwork/contract/visitors/visit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { inSpace, spaceQuery } from '../../../platform/db/space-data.ts';
import { prepared } from '../plan/columns.ts';
import { linkColumns, linkFacts, newLink, visitsOf, type KeptLink } from '../../visitors/public.ts';
import { planOf, storedRecord } from '../plan/plan.ts';
import { sharable } from './share.ts';

export async function listLinks(
  ctx: Ctx,
  { params: { formId, recordId } }: InputOf<typeof linkApi.links>,
): Promise<{ links: RecordLink[] }> {
  const plan = await planOf(ctx, formId);
  await sharable(ctx, plan, recordId);
  const { rows } = await spaceQuery<Stored>(ctx.platform, {
    ...prepared(`select ${columns} from ${plan.schema}.records_link where record_id = $1 order by id desc limit 200`),
    values: [recordId],
  });
  return { links: rows.map(linkView) };
}

export async function createLink(
  ctx: Ctx,
  { params: { formId, recordId }, body }: InputOf<typeof linkApi.createLink>,
): Promise<{ link: RecordLink; token: string }> {
  const plan = await planOf(ctx, formId);
  const { mask, title, row } = await sharable(ctx, plan, recordId);
  const known = new Set(
    [...plan.form.definition.fields, ...plan.form.definition.tables].map(({ id }) => id).filter((id) => !mask?.has(id)),
  );
  const fields = [...new Set(body.fields)];
  if (fields.length === 0 || fields.some((id) => !known.has(id)))
    throw invalid('records.link.no_fields', [{ path: 'body.fields', code: 'records.link.no_fields' }]);
  const rows = body.rows ? [...new Set(body.rows)] : null;
  const shown = new Set(fields.flatMap((id) => (storedRecord(plan, row).slaves[id] ?? []).map((one) => one.id)));
  if (rows?.some((id) => !shown.has(id)))
    throw invalid('records.link.no_rows', [{ path: 'body.rows', code: 'records.link.no_rows' }]);
  const { id, token, tokenHash, passwordHash } = await newLink(ctx.spaceId, body);
  return inSpace(ctx, async (tx) => {
    const {
      rows: [made],
    } = await tx.query<Stored>({
      ...prepared(
        `insert into ${tx.schema}.records_link (record_id, id, form_id, token_hash, password_hash, fields, files, expires_at, created_by, rows, most) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
      ),
      values: [
        recordId,
        id,
        formId,
        tokenHash,
        passwordHash,
        fields,
        body.files,
        body.expiresAt,
        ctx.user.id,
        rows,
        body.most ?? null,
      ],
    });
    await tx.event('records.grant.link_made', recordId, {
      formId,
      recordId,
      linkId: id,
      title,
      expiresAt: body.expiresAt,
      password: passwordHash !== null,
    });
    return { link: linkView(made!), token };
  });
}

export async function revokeLink(
  ctx: Ctx,
  { params: { formId, recordId, linkId } }: InputOf<typeof linkApi.revokeLink>,
): Promise<null> {
  const plan = await planOf(ctx, formId);
  const { title } = await sharable(ctx, plan, recordId);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      ...prepared(
        `update ${tx.schema}.records_link set revoked_at = now(), revoked_by = $3 where record_id = $1 and id = $2 and revoked_at is null`,
      ),
      values: [recordId, linkId, ctx.user.id],
    });
    if (rowCount === 0) throw notFound('records.link.gone');
    await tx.event('records.grant.link_revoked', recordId, { formId, recordId, linkId, title });
  });
  return null;
}

export async function listVisits(
  ctx: Ctx,
  { params: { formId, recordId, linkId } }: InputOf<typeof linkApi.visits>,
): Promise<{ visits: Visit[] }> {
  const plan = await planOf(ctx, formId);
  await sharable(ctx, plan, recordId);
  const { rowCount } = await spaceQuery(ctx.platform, {
    ...prepared(`select from ${plan.schema}.records_link where record_id = $1 and id = $2`),
    values: [recordId, linkId],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  return { visits: await visitsOf(ctx, linkId) };
}

interface Stored extends KeptLink {
  fields: string[];
  rows: string[] | null;
  files: boolean;
}

const columns = `${linkColumns}, fields, rows, files`;

function linkView(row: Stored): RecordLink {
  return { ...linkFacts(row), fields: row.fields, rows: row.rows, files: row.files, by: row.created_by };
}
