import type { InputOf } from '@formwork/contract/endpoint.ts';
import { comparedText, likenessOf, mostCompared } from '@formwork/contract/records/likeness.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { SimilarRecord } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { titlesOf } from '../relations/titles.ts';
import { heldBy } from '../rights/held.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { matching } from './count.ts';
import { slaveRows } from './rows-sources.ts';

const mostTold = 5;
/** Of a large form the newest are compared, so that nobody waits long for a hint; of many texts at once, fewer. */
const mostLookedAt = 200_000;
const mostLookedAtForRows = 20_000;

/** A field in which what is alike is told of, with how alike it must be. */
export interface LikenessColumn {
  /** The slave table it is of. */
  table: string | undefined;
  column: PlanColumn;
  percent: number;
}

export function likenessColumns(plan: FormPlan): LikenessColumn[] {
  const of = (table: string | undefined, columns: readonly PlanColumn[]): LikenessColumn[] =>
    columns.flatMap((column) => {
      const { field } = column;
      return field.type === 'text' && field.config.similarity !== undefined
        ? [{ table, column, percent: field.config.similarity }]
        : [];
    });
  return [...of(undefined, plan.own), ...plan.slaves.flatMap(({ id, columns }) => of(id, columns))];
}

/** What others hold that the person sees: nobody learns of a record here that they would not find in a list. */
export async function similarRecords(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.similar>,
): Promise<{ appId: string; records: SimilarRecord[] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const eyes: Eyes = { rights, viewer: await viewerOf(ctx), held: await heldBy(plan, ctx, rights) };
  const found = await Promise.all(
    likenessColumns(plan).map((one) => {
      const { table, column } = one;
      const texts = table === undefined ? [body.values[column.id] ?? ''] : (body.rows?.[table]?.[column.id] ?? []);
      return alikeIn(ctx, plan, eyes, { ...one, texts, except: body.except });
    }),
  );
  const records = found
    .flat()
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, mostTold);
  const titles = new Map(
    (
      await titlesOf(
        ctx,
        plan,
        rights,
        records.map(({ id }) => id),
      )
    ).map(({ id, title }) => [id, title]),
  );
  return {
    appId: plan.form.appId,
    records: records.map((record) => ({ ...record, title: titles.get(record.id) ?? '' })),
  };
}

/** Select of `id` and `value`: what the field holds in the records that the person sees, the newest first; undefined where it is hidden from them. */
export function seenTexts(
  plan: FormPlan,
  eyes: Eyes,
  { table, column }: Pick<LikenessColumn, 'table' | 'column'>,
  most: number,
): { text: string; params: unknown[] } | undefined {
  const { from, params, columnOf } = matching(plan, eyes, undefined);
  if (table === undefined) {
    const shown = columnOf(column.id);
    return shown && { text: `select r.id, ${shown.sql} as value ${from} order by r.id desc limit ${most}`, params };
  }
  const rows = slaveRows(plan, eyes, table);
  const shown = rows?.columnOf(column.id);
  return (
    rows &&
    shown && {
      text: `select r.id, x.value from (select r.id ${from} order by r.id desc limit ${most}) r cross join lateral (select ${shown.sql} as value ${rows.from}) x limit ${most}`,
      params,
    }
  );
}

interface Asked extends LikenessColumn {
  texts: readonly string[];
  except: string | undefined;
}

async function alikeIn(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  { texts, except, ...one }: Asked,
): Promise<Omit<SimilarRecord, 'title'>[]> {
  const { table, column, percent } = one;
  const asked = new Map(texts.map((text) => [comparedText(text).join(''), text]));
  asked.delete('');
  if (asked.size === 0) return [];
  const seen = seenTexts(plan, eyes, one, table === undefined ? mostLookedAt : mostLookedAtForRows);
  if (!seen) return [];
  const { params } = seen;
  const given = `unnest($${params.push([...asked.keys()])}::text[])`;
  const self = except === undefined ? 'true' : `id <> $${params.push(except)}::uuid`;
  // texts of lengths too different are not compared: of 80 per cent of 10 characters, those of 8 to 12
  const longest =
    percent === 0 ? `${mostCompared}` : `least(${mostCompared}, floor(char_length(g) * 100 / ${percent}.0))`;
  const { rows } = await spaceQuery<{ id: string; value: string; given: string; difference: number; length: number }>(
    ctx.platform,
    {
      text: `select id, value, g as given, difference, char_length(v) as length from (
      select id, value, v, g, most, case when char_length(v) between ceil(char_length(g) * ${percent} / 100.0) and ${longest} then platform.levenshtein_less_equal(v, g, most) end as difference from (
        select id, value, v, g, floor((100 - ${percent}) * greatest(char_length(g), char_length(v)) / 100.0)::int as most from (
          select id, value, left(lower(btrim(value)), ${mostCompared}) as v from (${seen.text}) seen where value is not null and ${self}) texts cross join ${given} g) pairs) compared
      where difference <= most order by difference::numeric / greatest(char_length(v), char_length(g)), id desc limit ${mostTold * 4}`,
      values: params,
    },
  );
  const told = new Set<string>();
  return rows.flatMap(({ id, value, given: text, difference, length }) => {
    // a record may hold the same in many rows
    const isNew = told.size < told.add(`${id} ${value} ${text}`).size;
    return isNew
      ? [
          {
            id,
            value,
            field: column.id,
            likeness: likenessOf(difference, [...text].length, length),
            ...(table !== undefined && { row: { table, asked: asked.get(text) ?? text } }),
          },
        ]
      : [];
  });
}
