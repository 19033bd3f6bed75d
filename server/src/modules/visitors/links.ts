import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  visitorLinkMark,
  type SharedChoice,
  type VisitorLink,
  type visitorsApi,
} from '@formwork/contract/visitors/api.ts';
import type { Visit } from '@formwork/contract/visitors/visit.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { directoryOf } from '../organization/public.ts';
import { linkColumns, linkFacts, newLink, type KeptLink } from './door.ts';
import { requireShared } from './registry.ts';
import { visitsOf } from './visits.ts';

type Input<K extends keyof typeof visitorsApi> = InputOf<(typeof visitorsApi)[K]>;

export async function listLinks(ctx: Ctx, { params }: Input<'links'>): Promise<{ links: VisitorLink[] }> {
  await requireShared(ctx.platform, params.kind).requireSharable(ctx, params.thing);
  const { rows } = await spaceQuery<Stored>(ctx.platform, {
    text: `select ${columns} from ${spaceSchema(ctx.spaceId)}.visitors_link where kind = $1 and thing = $2 order by id desc limit 200`,
    values: [params.kind, params.thing],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return { links: rows.map((row) => linkView(row, people.get(row.created_by)?.name ?? '')) };
}

export async function createLink(
  ctx: Ctx,
  { params: { kind, thing }, body }: Input<'createLink'>,
): Promise<{ link: VisitorLink; token: string }> {
  const shared = requireShared(ctx.platform, kind);
  const title = await shared.requireSharable(ctx, thing);
  const choice = await shared.choose(ctx, thing, body.choice);
  const { id, token, tokenHash, passwordHash } = await newLink(ctx.spaceId, body, visitorLinkMark);
  return inSpace(ctx, async (tx) => {
    const {
      rows: [made],
    } = await tx.query<Stored>({
      text: `insert into ${tx.schema}.visitors_link (id, kind, thing, choice, token_hash, password_hash, expires_at, most, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      values: [
        id,
        kind,
        thing,
        choice && JSON.stringify(choice),
        tokenHash,
        passwordHash,
        body.expiresAt,
        body.most,
        ctx.user.id,
      ],
    });
    await tx.event('visitors.grant.link_made', id, {
      kind,
      thing,
      linkId: id,
      title: title.zh,
      expiresAt: body.expiresAt,
      password: passwordHash !== null,
    });
    return { link: linkView(made!, ctx.user.name), token };
  });
}

export async function revokeLink(ctx: Ctx, { params }: Input<'revokeLink'>): Promise<null> {
  const { kind, thing, linkId } = params;
  const title = await requireShared(ctx.platform, kind).requireSharable(ctx, thing);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.visitors_link set revoked_at = now(), revoked_by = $4 where kind = $1 and thing = $2 and id = $3 and revoked_at is null`,
      values: [kind, thing, linkId, ctx.user.id],
    });
    if (rowCount === 0) throw notFound('records.link.gone');
    await tx.event('visitors.grant.link_revoked', linkId, { kind, thing, linkId, title: title.zh });
  });
  return null;
}

export async function listVisits(ctx: Ctx, { params }: Input<'visits'>): Promise<{ visits: Visit[] }> {
  const { kind, thing, linkId } = params;
  await requireShared(ctx.platform, kind).requireSharable(ctx, thing);
  const { rowCount } = await spaceQuery(ctx.platform, {
    text: `select from ${spaceSchema(ctx.spaceId)}.visitors_link where kind = $1 and thing = $2 and id = $3`,
    values: [kind, thing, linkId],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  return { visits: await visitsOf(ctx, linkId) };
}

interface Stored extends KeptLink {
  choice: SharedChoice | null;
}

const columns = `${linkColumns}, choice`;

function linkView(row: Stored, by: string): VisitorLink {
  return { ...linkFacts(row), by, choice: row.choice };
}
