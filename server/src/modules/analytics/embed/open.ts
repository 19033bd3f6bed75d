import type { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { SharedChart } from '@formwork/contract/visitors/api.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/addresses.ts';
import { takeTry } from '../../../platform/http/rate-limit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { openSpaceName } from '../../identity/public.ts';
import { makerOf } from '../../visitors/public.ts';
import { noteVisit, requireSharable, sharedCharts, sharedWhole } from '../shared.ts';
import { embeddingOf, type EmbeddingRow } from './embeddings.ts';
import { requireSeenFields } from './fixed.ts';
import { filterForViewers, filtersOffered, picksChosen, sayingWhich, valuesOffered, type Embedded } from './offered.ts';
import { claimsIn } from './token.ts';

/** Many may look from behind one address; each dashboard asks for each of its charts. */
const readings = { name: 'analytics.embed.read', most: 1_200, seconds: 60 };

type Input<Name extends keyof typeof embedApi> = InputOf<(typeof embedApi)[Name]>;

export async function openEmbedded(
  visitor: VisitorCtx,
  { body }: Input<'open'>,
): Promise<ResponseOf<typeof embedApi.open>> {
  const shown = await openedBy(visitor, body);
  const { maker, kind, thing, offers, until } = shown;
  const content = await gone(() => sharedWhole[kind](maker, thing, shown));
  noteVisit(maker, kind, thing);
  await spaceQuery(visitor.platform, {
    text: `update ${spaceSchema(maker.spaceId)}.analytics_embedding set opened = opened + 1, last_opened_at = now() where id = $1`,
    values: [shown.embedding],
  });
  return {
    timeZone: zoneOf(visitor.platform, maker.spaceId),
    expiresAt: until.toISOString(),
    content,
    filters: (await filtersOffered(shown)).map(filterForViewers),
    files: offers.files,
  };
}

export async function openEmbeddedChart(visitor: VisitorCtx, { body }: Input<'chart'>): Promise<SharedChart> {
  const shown = await openedBy(visitor, body);
  return sayingWhich(shown, body.chosen, async () => {
    const chosen = await picksChosen(shown, body.chosen);
    return sharedCharts[shown.kind](shown.maker, shown.thing, body.part, { ...shown, chosen });
  });
}

export async function embeddedValues(
  visitor: VisitorCtx,
  { body }: Input<'values'>,
): Promise<ResponseOf<typeof embedApi.values>> {
  return valuesOffered(await openedBy(visitor, body), body.filter, body.chosen);
}

/** Sites that may hold the page in a frame; none where there is no such embedding, or it has ended. */
export async function originsOfEmbedding(platform: Platform, address: string): Promise<string[]> {
  const found = await inForce(platform, address);
  return found?.row.origins ?? [];
}

/** Of another embedding or space, changed, expired, ended, its maker without the right: all are told alike. */
export async function openedBy(
  visitor: VisitorCtx,
  { address, token }: { address: string; token: string },
): Promise<Embedded & { until: Date }> {
  await takeTry(visitor.platform, readings, networkOf(visitor.ip));
  const found = await inForce(visitor.platform, address);
  const claims = found && claimsIn(visitor.platform.config, found.spaceId, token);
  if (!found || claims?.e !== found.row.id) throw notFound('analytics.embed.gone');
  const { id: embedding, kind, thing, sources } = found.row;
  const maker = await gone(() => makerOf(visitor, found.spaceId, found.row));
  await gone(async () => {
    await requireSharable(maker, kind, thing);
    for (const one of claims.f) await requireSeenFields(maker, one);
  });
  const offers = claims.o ?? { filters: [], files: [] };
  return { maker, kind, thing, embedding, sources, fixed: claims.f, offers, until: new Date(claims.x * 1000) };
}

/** An address names the space, which is no secret, and the embedding. */
async function inForce(
  platform: Platform,
  address: string,
): Promise<{ spaceId: string; row: EmbeddingRow } | undefined> {
  const [, spaceId, id] = /^([a-z0-9]{1,40})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address) ?? [];
  if (spaceId === undefined || id === undefined) return undefined;
  if ((await openSpaceName(platform, spaceId)) === undefined) return undefined;
  const row = await embeddingOf({ platform, spaceId }, id);
  return row && !row.revoked_at && row.expires_at.getTime() > Date.now() ? { spaceId, row } : undefined;
}

async function gone<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && [403, 404, 422].includes(error.status)) throw notFound('analytics.embed.gone');
    throw error;
  }
}
