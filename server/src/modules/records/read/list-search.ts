import { comparisonsIn, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PlanColumn } from '../plan/columns.ts';
import {
  compileCondition,
  isSearchField,
  searchFields,
  type CompileOptions,
  type SqlCondition,
} from './condition-sql.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { Eyes } from '../rights/reach.ts';
import { belowSql } from './rows-sources.ts';
import { fitsSql, wordsOf, type SearchWords } from '../search/terms.ts';

/** Records younger than this are looked through themselves: their entries in the index may still be on their way. */
const settledMs = 120_000;

/** Where more records have the words, they are looked for from the first of the list on instead of all at once. */
const mostAtOnce = 8_000;
/** So many are asked for by their ids. */
const mostNamed = 1_000;

/** A search as a part of the filter: through the index, where that has all records of the form and the words are long enough for it. */
export async function searchCondition(platform: Platform, plan: FormPlan, search: string): Promise<Condition> {
  const words = wordsOf(search);
  const known = words && (await lookUp(platform, plan, words));
  if (!known) return inTexts(plan, search);
  const part: Comparison = {
    field: known.many ? searchFields.often : searchFields.seldom,
    operator: 'contains',
    value: search,
  };
  if (known.ids) foundBy.set(part, known.ids);
  return part;
}

/** What the index said a moment ago, where that is few enough to be asked for by name. */
const foundBy = new WeakMap<Comparison, readonly string[]>();

/** Filters of this kind are not worth remembering: the index hears of a change a moment later than those who count writes. */
export function isSearch(filter: Condition | undefined): boolean {
  return filter !== undefined && comparisonsIn(filter).some(({ field }) => isSearchField(field));
}

/** A filter as one person asks it, over columns as far as they are theirs. */
export function compileFilter(
  filter: Condition,
  params: unknown[],
  plan: FormPlan,
  eyes: Eyes,
  columnOf: (id: string) => PlanColumn | undefined,
): SqlCondition {
  const { viewer, rowsOf } = eyes;
  const options: CompileOptions = {
    columnOf,
    me: viewer.id,
    mine: viewer.mine,
    under: viewer.under,
    now: new Date(),
    timeZone: plan.timeZone,
    rowsOf,
    belowOf: belowSql(plan, eyes),
    searchOf: (asked, values) =>
      searchSql(plan, eyes, asked, values, (part) => compileCondition(part, values, options).sql),
  };
  return compileCondition(filter, params, options);
}

function searchSql(
  plan: FormPlan,
  { rights, held }: Eyes,
  asked: Comparison,
  params: unknown[],
  compile: (part: Condition) => string,
): string {
  const search = String(asked.value);
  const words = wordsOf(search);
  const texts = inTexts(plan, search);
  // the index knows nothing of what is hidden from somebody: they search what they see
  if (!words || held === 'masked' || rights.fields) return compile(texts);
  const young = `r.id > $${params.push(idAt(Date.now() - settledMs))}::uuid and ${compile(texts)}`;
  const ids = foundBy.get(asked);
  const fitting = ids ? '' : entriesSql(plan, words, params);
  // `offset 0` keeps it a question about each row: most of them are never asked
  if (!ids && asked.field === searchFields.often)
    return `(exists (select 1 ${fitting} and s.record_id = r.id offset 0) or (${young}))`;
  return `exists (select 1 from (select ${ids ? `unnest($${params.push(ids)}::uuid[]) as id` : `s.record_id as id ${fitting}`} union all select r.id from ${plan.table} r where ${young}) f where f.id = r.id)`;
}

function entriesSql(plan: FormPlan, words: SearchWords, params: unknown[]): string {
  return `from ${plan.schema}.records_search s where s.form_id = '${plan.form.formId}' and s.item = '' and s.keys @> $${params.push(words.keys)}::integer[] and ${fitsSql(words, params)}`;
}

function inTexts(plan: FormPlan, search: string): Condition {
  const texts = plan.own
    .filter(({ kind }) => kind === 'text' || kind === 'html')
    .map(({ id }): Condition => ({ field: id, operator: 'contains', value: search }));
  // nothing to search in finds nothing
  return texts.length > 0 ? { any: texts } : { field: '_createdAt', operator: 'isEmpty' };
}

/** Undefined while an import or a release has many records read again: then the index is not asked. */
async function lookUp(
  platform: Platform,
  plan: FormPlan,
  words: SearchWords,
): Promise<{ many: boolean; ids: string[] | null } | undefined> {
  const values: unknown[] = [plan.form.formId];
  const {
    rows: [found],
  } = await spaceQuery<{ whole: boolean; many: boolean; ids: string[] | null }>(platform, {
    text: `select not exists (select 1 from ${plan.schema}.records_search_form where form_id = $1 and done_at is distinct from asked_at) as whole,
      f.many, f.ids from (select count(*) > ${mostAtOnce} as many, case when count(*) <= ${mostNamed} then coalesce(array_agg(id::text), '{}') end as ids
        from (select s.record_id as id ${entriesSql(plan, words, values)} limit ${mostAtOnce + 1}) e) f`,
    values,
  });
  return found?.whole ? { many: found.many, ids: found.ids } : undefined;
}

/** The smallest id that a record made at this moment could have. */
function idAt(ms: number): string {
  const time = Math.trunc(ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
