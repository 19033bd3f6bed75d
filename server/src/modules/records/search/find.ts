import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { releasedFormIds } from '../../forms/public.ts';
import { isInScope } from '../../agents/public.ts';
import { storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { visibleRow } from '../read/get.ts';
import { recordText } from './entries.ts';
import { planOrNone } from './plan-or-none.ts';
import { reachOfForms, type SearchedForms } from './searched-forms.ts';
import { fits, fitsSql, type SearchWords } from './terms.ts';

/** The specification's limit: whoever finds more has to say more. */
export const mostFound = 600;
/** So many are sorted; where more fit, the newest are read one by one until there are enough. */
const mostSorted = 8_000;
/** Of those, so many are looked at. */
const mostWalked = 150_000;

export interface Hit {
  recordId: string;
  /** Id of the file; empty for the record itself. */
  item: string;
  formId: string;
}

/** Records (or their files) that a person may find, the newest first, and whether there are more. */
export async function findRecords(
  ctx: Ctx,
  words: SearchWords,
  kind: 'records' | 'files',
): Promise<{ hits: Hit[]; more: boolean }> {
  const forms = await reachOfForms(ctx, await plansOf(ctx));
  if (forms.open.length === 0 && forms.limited.length === 0) return { hits: [], more: false };
  const first = await ask(ctx, forms, words, kind, 'sorted');
  const { hits, total } = first.total > mostSorted ? await ask(ctx, forms, words, kind, 'walked') : first;
  const shown = await withoutHidden(ctx, forms, hits.slice(0, mostFound), words);
  return { hits: shown, more: total > mostSorted || hits.length > mostFound };
}

/** As the person sees it; undefined when it is gone or was taken out of their sight since the index was written. */
export async function seenRecord(
  ctx: Ctx,
  plan: FormPlan,
  recordId: string,
): Promise<{ record: StoredRecord } | undefined> {
  try {
    return { record: storedRecord(plan, (await visibleRow(ctx, plan, recordId)).row) };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

async function plansOf(ctx: Ctx): Promise<FormPlan[]> {
  const plans = await Promise.all(
    (await releasedFormIds(ctx.platform, ctx.spaceId)).map((formId) =>
      planOrNone({ platform: ctx.platform, spaceId: ctx.spaceId }, formId),
    ),
  );
  return plans.filter((plan) => plan !== undefined).filter((plan) => isInScope(ctx.user, plan.form.appId));
}

/**
 * Two ways to the same rows. Words that few records have: all of these by the index, then sorted. Words that many have: from the newest
 * on until there are enough. Rules are asked of the form's own table, so that a change of an owner counts at once.
 */
async function ask(
  ctx: Ctx,
  forms: SearchedForms,
  words: SearchWords,
  kind: 'records' | 'files',
  way: 'sorted' | 'walked',
): Promise<{ hits: Hit[]; total: number }> {
  const params: unknown[] = [];
  const schema = spaceSchema(ctx.spaceId);
  const item = kind === 'records' ? `s.item = ''` : `s.item <> ''`;
  const { within, exact } = forms.sql(params);
  const fit = fitsSql(words, params);
  const text =
    way === 'sorted'
      ? `with c as materialized (select s.record_id, s.item, s.form_id from ${schema}.records_search s
          where s.keys @> $${params.push(words.keys)}::integer[] and ${item} and ${within} and ${fit} limit ${mostSorted + 1}),
        o as materialized (select * from c order by record_id desc, item)
      select o.record_id, o.item, o.form_id, (select count(*)::int from c) as total from o where ${exact('o')} limit ${mostFound + 1}`
      : `select o.record_id, o.item, o.form_id, ${mostSorted + 1} as total
        from (select s.* from ${schema}.records_search s order by s.record_id desc, s.item desc limit ${mostWalked}) o
        where ${[item, within, fit].join(' and ').replaceAll(/\bs\./g, 'o.')} and ${exact('o')} limit ${mostFound + 1}`;
  const { rows } = await spaceQuery<{ record_id: string; item: string; form_id: string; total: number }>(ctx.platform, {
    text,
    values: params,
  });
  return {
    hits: rows.map((row) => ({ recordId: row.record_id, item: row.item, formId: row.form_id })),
    total: rows[0]?.total ?? 0,
  };
}

/** What stands in a field that is hidden from the person finds nothing: those forms are compared again with what they see. */
async function withoutHidden(ctx: Ctx, forms: SearchedForms, hits: Hit[], words: SearchWords): Promise<Hit[]> {
  if (forms.masked.size === 0) return hits;
  const nameOf = namesIn(await directoryOf(ctx.platform, ctx.spaceId));
  const kept = await Promise.all(
    hits.map(async ({ formId, recordId, item }) => {
      const plan = forms.masked.get(formId);
      if (!plan) return true;
      const seen = await seenRecord(ctx, plan, recordId);
      if (!seen) return false;
      return item === ''
        ? fits(words, recordText(plan, seen.record, nameOf))
        : filesShown(plan, seen.record).includes(item);
    }),
  );
  return hits.filter((_hit, at) => kept[at]);
}

function filesShown(plan: FormPlan, record: StoredRecord): string[] {
  return [
    ...filesIn(plan.own, record.values),
    ...plan.slaves.flatMap(({ id, columns }) =>
      (record.slaves[id] ?? []).flatMap(({ values }) => filesIn(columns, values)),
    ),
  ];
}
const filesIn = (columns: FormPlan['own'], values: StoredRecord['values']): string[] =>
  columns.flatMap(({ id, kind }) =>
    kind === 'files' ? ((values[id] ?? []) as { id: string }[]).map((file) => file.id) : [],
  );
