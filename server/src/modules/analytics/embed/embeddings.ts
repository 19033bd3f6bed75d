import {
  embeddingMostDays,
  type embedApi,
  type Embedding,
  type FixedFilters,
  type Offers,
} from '@formwork/contract/analytics/embed-api.ts';
import { chartsOfElement } from '@formwork/contract/analytics/screen.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { releasedOf } from '../../definitions/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { getDashboard, getScreen } from '../charts.ts';
import { requireSharable } from '../shared.ts';
import { requireFixable } from './fixed.ts';
import { requireOffered } from './offered.ts';
import { signToken } from './token.ts';

type Input<Name extends keyof typeof embedApi> = InputOf<(typeof embedApi)[Name]>;
type Answer<Name extends keyof typeof embedApi> = Promise<ResponseOf<(typeof embedApi)[Name]>>;

export interface EmbeddingRow {
  id: string;
  kind: 'chart' | 'dashboard' | 'screen';
  thing: string;
  origins: string[];
  sources: string[];
  expires_at: Date;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
  opened: number;
  last_opened_at: Date | null;
}
const columns =
  'id, kind, thing, origins, sources, expires_at, created_by, created_at, revoked_at, opened, last_opened_at';

export async function listEmbeddings(ctx: Ctx, { params }: Input<'embeddings'>): Answer<'embeddings'> {
  await requireSharable(ctx, params.embeddedKind, params.embeddedId);
  const { rows } = await spaceQuery<EmbeddingRow>(ctx.platform, {
    text: `select ${columns} from ${spaceSchema(ctx.spaceId)}.analytics_embedding where kind = $1 and thing = $2 order by id desc limit 200`,
    values: [params.embeddedKind, params.embeddedId],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return rows.map((row) => viewOf(ctx, row, people.get(row.created_by)?.name ?? ''));
}

export async function embed(ctx: Ctx, { params, body }: Input<'embed'>): Answer<'embed'> {
  const { embeddedKind: kind, embeddedId: thing } = params;
  const title = await requireSharable(ctx, kind, thing);
  const ahead = Date.parse(body.expiresAt) - Date.now();
  if (ahead <= 0 || ahead > embeddingMostDays * 86_400_000) refuseEnd();
  const charts = await chartsOf(ctx, kind, thing);
  const sources = [...new Set(charts.map(({ source }) => source))];
  await requireFixable(ctx, body.fixed, sources);
  await requireOffered(ctx, kind, thing, body.offers);
  const row = await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<EmbeddingRow>({
      text: `insert into ${tx.schema}.analytics_embedding (id, kind, thing, origins, sources, expires_at, created_by) values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
      values: [newId(), kind, thing, [...new Set(body.origins)], sources, body.expiresAt, ctx.user.id],
    });
    const made = rows[0]!;
    await tx.event('analytics.grant.embedding_made', made.id, {
      id: made.id,
      kind,
      thing,
      title: title.zh,
      origins: made.origins,
      expiresAt: body.expiresAt,
      ...saidBy(body),
    });
    return made;
  });
  return signed(ctx, row, body, row.expires_at, charts);
}

/** By whoever embedded it: a token shows what they see. */
export async function signOne(ctx: Ctx, { params, body }: Input<'sign'>): Answer<'sign'> {
  const row = await embeddingOf(ctx, params.embeddingId);
  if (!row || row.created_by !== ctx.user.id || row.revoked_at) throw notFound('analytics.embed.gone');
  const title = await requireSharable(ctx, row.kind, row.thing);
  const until = body.expiresAt === undefined ? row.expires_at : new Date(body.expiresAt);
  if (until.getTime() <= Date.now() || until > row.expires_at) refuseEnd();
  await requireFixable(ctx, body.fixed, row.sources);
  await requireOffered(ctx, row.kind, row.thing, body.offers);
  const charts = await chartsOf(ctx, row.kind, row.thing);
  const { id, kind, thing } = row;
  await inSpace(ctx, async (tx) => {
    const expiresAt = until.toISOString();
    await tx.event('analytics.grant.embedding_signed', id, {
      id,
      kind,
      thing,
      title: title.zh,
      expiresAt,
      ...saidBy(body),
    });
  });
  return signed(ctx, row, body, until, charts);
}

export async function revokeEmbedding(ctx: Ctx, { params }: Input<'revoke'>): Answer<'revoke'> {
  const row = await embeddingOf(ctx, params.embeddingId);
  if (!row) throw notFound('analytics.embed.gone');
  const title = await requireSharable(ctx, row.kind, row.thing);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.analytics_embedding set revoked_at = now(), revoked_by = $2 where id = $1 and revoked_at is null`,
      values: [row.id, ctx.user.id],
    });
    if (rowCount === 0) throw notFound('analytics.embed.gone');
    const { id, kind, thing } = row;
    await tx.event('analytics.grant.embedding_revoked', id, { id, kind, thing, title: title.zh });
  });
  return null;
}

export async function embeddingOf(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  id: string,
): Promise<EmbeddingRow | undefined> {
  const { rows } = await spaceQuery<EmbeddingRow>(platform, {
    text: `select ${columns} from ${spaceSchema(spaceId)}.analytics_embedding where id = $1`,
    values: [id],
  });
  return rows[0];
}

interface Shown {
  name: string;
  source: string;
}

/** Its charts and what they are of. */
async function chartsOf(ctx: Ctx, kind: EmbeddingRow['kind'], thing: string): Promise<Shown[]> {
  const ids = {
    chart: async () => [thing],
    dashboard: async () => {
      const { definition } = await getDashboard(ctx, { params: { dashboardId: thing }, query: {}, body: undefined });
      return definition.panels.flatMap((panel) => (panel.is === 'chart' ? [panel.chart] : []));
    },
    screen: async () => {
      const { definition } = await getScreen(ctx, { params: { screenId: thing }, query: {}, body: undefined });
      return definition.elements.flatMap((element) => chartsOfElement(element).flatMap(({ chart }) => chart ?? []));
    },
  };
  const found = await Promise.all(
    [...new Set(await ids[kind]())].map((id) => releasedOf<ChartDefinition>(ctx.platform, ctx.spaceId, 'chart', id)),
  );
  return found.flatMap((one) =>
    one?.body.form ? [{ name: textIn(one.name, ctx.locale), source: one.body.form }] : [],
  );
}

interface Says {
  fixed: FixedFilters;
  offers?: Offers | undefined;
}

/** What a token lets its viewers do, and whether it narrows what they see. */
function saidBy({ fixed, offers }: Says): { files: readonly string[]; filters: readonly string[]; fixed: boolean } {
  return { files: offers?.files ?? [], filters: offers?.filters ?? [], fixed: fixed.length > 0 };
}

function signed(ctx: Ctx, row: EmbeddingRow, { fixed, offers }: Says, until: Date, charts: readonly Shown[]) {
  const narrowed = new Set(fixed.map(({ form }) => form));
  return {
    embedding: viewOf(ctx, row, ctx.user.name),
    token: signToken(ctx.platform.config, ctx.spaceId, {
      e: row.id,
      x: Math.floor(until.getTime() / 1000),
      f: fixed,
      ...(offers && { o: offers }),
    }),
    whole: fixed.length === 0 ? [] : charts.filter(({ source }) => !narrowed.has(source)).map(({ name }) => name),
  };
}

function refuseEnd(): never {
  const days = embeddingMostDays;
  throw invalid(
    'analytics.embed.bad_end',
    [{ path: 'body.expiresAt', code: 'analytics.embed.bad_end', data: { days } }],
    { days },
  );
}

function viewOf({ spaceId }: Ctx, row: EmbeddingRow, by: string): Embedding {
  return {
    id: row.id,
    address: `${spaceId}-${row.id}`,
    origins: row.origins,
    by,
    at: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    opened: row.opened,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  };
}
