import type { CellError, ImportSettings } from '@formwork/contract/records/import.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { FormPlan } from '../plan/plan.ts';
import { likenessColumns, seenTexts, type LikenessColumn } from '../read/similar.ts';
import { heldBy } from '../rights/held.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { rightsFor } from '../rights/rights.ts';
import { alikeTexts, type AlikeTexts } from './alike-texts.ts';
import type { ReadRecord } from './import-rows.ts';

/** Refuses new records that are alike to stored ones or to earlier rows of the file. What was refused already is passed over. */
export type AlikeRows = (
  records: readonly ReadRecord[],
  refused: ReadonlySet<number>,
  refuse: (index: number, path: string, code: string, data: CellError['data']) => void,
) => Promise<void>;

/** Of a large form the newest are compared: they are kept in memory while the file is read. */
const mostKept = 20_000;
/** Other work of the process has its turn after so long. */
const turnMs = 20;

/** Undefined where no field asks for it or the person takes such rows too. Read once a file, as the person sees the records. */
export async function alikeRows(ctx: Ctx, plan: FormPlan, settings: ImportSettings): Promise<AlikeRows | undefined> {
  const mapped = new Set(settings.mapping.map(({ field }) => field));
  const asked = likenessColumns(plan).filter(({ table, column }) =>
    mapped.has(table === undefined ? column.id : `${table}.${column.id}`),
  );
  if (settings.takeSimilar === true || asked.length === 0) return undefined;
  const rights = await rightsFor(plan, ctx);
  const eyes: Eyes = { rights, viewer: await viewerOf(ctx), held: await heldBy(plan, ctx, rights) };
  const known: { one: LikenessColumn; texts: AlikeTexts }[] = [];
  for (const one of asked) known.push({ one, texts: alikeTexts(one.percent, await storedTexts(ctx, plan, eyes, one)) });
  return async (records, refused, refuse) => {
    let since = performance.now();
    for (const [index, record] of records.entries()) {
      if (refused.has(index)) continue;
      const given = known.flatMap(({ one, texts }) => textsOf(record, one).map((text) => ({ ...text, texts })));
      let isAlike = false;
      for (const { path, texts, value } of given) {
        const other = texts.find(value);
        if (!other) continue;
        isAlike = true;
        refuse(index, path, 'records.value.similar', { value: other.text.slice(0, 100), percent: other.likeness });
      }
      if (!isAlike) for (const { texts, value } of given) texts.add(value);
      if (performance.now() - since > turnMs) {
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
    }
  };
}

/** What a record of the file holds there, with its path. Rows of one record are not held against each other: that is what unique fields are for. */
function textsOf(
  { values, slaves }: ReadRecord,
  { table, column: { id } }: LikenessColumn,
): { path: string; value: string }[] {
  const found: [string, unknown][] =
    table === undefined
      ? [[id, values[id]]]
      : (slaves[table] ?? []).map((row, at): [string, unknown] => [`${table}.${at}.${id}`, row.values[id]]);
  return found.flatMap(([path, value]) => (typeof value === 'string' ? [{ path, value }] : []));
}

async function storedTexts(ctx: Ctx, plan: FormPlan, eyes: Eyes, one: LikenessColumn): Promise<string[]> {
  const seen = seenTexts(plan, eyes, one, mostKept);
  if (!seen) return [];
  const { rows } = await spaceQuery<{ value: string }>(ctx.platform, {
    text: `select value from (${seen.text}) seen where value is not null`,
    values: seen.params,
  });
  return rows.map(({ value }) => value);
}
