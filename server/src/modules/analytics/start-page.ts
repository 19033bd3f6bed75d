import type { AnalysisKind, analyticsPagesApi } from '@formwork/contract/analytics/page-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireSeen } from './require-seen.ts';

type Input<Name extends keyof typeof analyticsPagesApi> = InputOf<(typeof analyticsPagesApi)[Name]>;
type Answer = ResponseOf<typeof analyticsPagesApi.start>;

/** Under nobody's id stands what holds for all who chose nothing. */
export async function getStart(ctx: Ctx): Promise<Answer> {
  const { rows } = await spaceQuery<Chosen>(ctx.platform, {
    text: `select person, kind, thing from ${spaceSchema(ctx.spaceId)}.analytics_start_page where person = any($1::uuid[])`,
    values: [[ctx.user.id, nobody]],
  });
  const of = (person: string) =>
    named(
      ctx,
      rows.find((row) => row.person === person),
    );
  const [own, everyone] = await Promise.all([of(ctx.user.id), of(nobody)]);
  return { own, everyone };
}

export async function setOwnStart(ctx: Ctx, { body: { page } }: Input<'setOwnStart'>): Promise<null> {
  if (page) await requireShown(ctx, page.kind, page.id);
  await inSpace(ctx, (tx) => tx.query(choice(tx.schema, ctx.user.id, page)));
  return null;
}

export async function setStart(ctx: Ctx, { body: { page } }: Input<'setStart'>): Promise<null> {
  const title = page && (await requireShown(ctx, page.kind, page.id)).row.name.zh;
  await inSpace(ctx, async (tx) => {
    await tx.query(choice(tx.schema, nobody, page));
    if (page) await tx.event('analytics.start_page.chosen', page.id, { kind: page.kind, thing: page.id, title });
    else await tx.event('analytics.start_page.left', nobody, {});
  });
  return null;
}

interface Chosen {
  person: string;
  kind: AnalysisKind;
  thing: string;
}

/** What is gone, switched off or not seen any more opens for nobody. */
async function named(ctx: Ctx, chosen: Chosen | undefined): Promise<Answer['own']> {
  if (!chosen) return null;
  const { kind, thing: id } = chosen;
  try {
    const { row } = await requireShown(ctx, kind, id);
    return { kind, id, name: row.name };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

/** Seen, released and switched on. */
async function requireShown(ctx: Ctx, kind: AnalysisKind, id: string) {
  const access = await requireSeen(ctx, kind, id);
  if (access.row.released === null || !access.row.enabled) throw notFound(`analytics.${kind}.gone`);
  return access;
}

function choice(schema: string, person: string, page: { kind: AnalysisKind; id: string } | null) {
  const table = `${schema}.analytics_start_page`;
  return page === null
    ? { text: `delete from ${table} where person = $1`, values: [person] }
    : {
        text: `insert into ${table} (person, kind, thing) values ($1, $2, $3)
          on conflict (person) do update set kind = excluded.kind, thing = excluded.thing`,
        values: [person, page.kind, page.id],
      };
}
