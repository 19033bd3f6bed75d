import type { toldApi } from '@formwork/contract/analytics/told-api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';
import { requireSeen } from '../require-seen.ts';
import type { SubscriptionRow } from './subscriptions.ts';

type Sent = Pick<SubscriptionRow, 'kind' | 'thing'>;

/** That it was sent, and as which picture: whoever is told again gets nothing twice. */
export async function keepSent(
  { platform, spaceId, id }: Pick<Ctx, 'platform' | 'spaceId'> & { id: string },
  receiver: string,
  { kind, thing }: Sent,
  picture: Buffer | undefined,
): Promise<void> {
  await spaceQuery(platform, {
    text: `insert into ${spaceSchema(spaceId)}.analytics_sent (run, receiver, kind, thing, picture) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [id, receiver, kind, thing, picture ?? null],
  });
}

/** What one was sent oneself, as it was then; who may not see the chart or dashboard any more does not see its picture either. */
export async function sentPicture(ctx: Ctx, { params }: InputOf<typeof toldApi.picture>, reply: FastifyReply) {
  const { rows } = await spaceQuery<Sent & { picture: Buffer }>(ctx.platform, {
    text: `select kind, thing, picture from ${spaceSchema(ctx.spaceId)}.analytics_sent where run = $1 and receiver = $2 and picture is not null`,
    values: [params.runId, ctx.user.id],
  });
  const [sent] = rows;
  if (!sent) throw notFound('analytics.told.picture_gone');
  await requireSeen(ctx, sent.kind, sent.thing);
  return reply
    .header('cache-control', 'private, max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .type('image/png')
    .send(sent.picture);
}
