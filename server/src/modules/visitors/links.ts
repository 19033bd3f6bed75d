import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  visitorLinkMark,
  type SharedChoice,
  type Visit,
  type VisitorLink,
  type visitorsApi,
} from '@formwork/contract/visitors/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { directoryOf } from '../organization/public.ts';
import { linkColumns, linkFacts, newLink, type KeptLink } from './door.ts';
import { requireShared } from './registry.ts';

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
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<{ id: string; at: Date; address: string; person_id: string | null }>(ctx.platform, {
    text: `select v.id, v.at, v.address, v.person_id from ${schema}.visitors_visit v join ${schema}.visitors_link l on l.id = v.link_id where l.kind = $1 and l.thing = $2 and l.id = $3 order by v.id desc limit 200`,
    values: [kind, thing, linkId],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return {
    visits: rows.map(({ id, at, address, person_id: person }) => ({
      id,
      at: at.toISOString(),
      from: address,
      person: person === null ? null : (people.get(person)?.name ?? null),
    })),
  };
}

/** From where somebody looked is kept for half a year; the audit trail has its own time. */
export const forgetOldVisits = inEverySpace('visitors.forget_old', '25 3 * * *', (platform, spaceId) =>
  spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.visitors_visit where at < $1`,
    values: [new Date(Date.now() - 180 * 86_400_000)],
  }),
);

interface Stored extends KeptLink {
  choice: SharedChoice | null;
  most: number | null;
}

const columns = `${linkColumns}, choice, most`;

function linkView(row: Stored, by: string): VisitorLink {
  return { ...linkFacts(row), by, choice: row.choice, most: row.most };
}
