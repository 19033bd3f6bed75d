import type { DataSet, SetRule } from '@formwork/contract/analytics/dataset.ts';
import { includesLevel, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, forbidden, notFound } from '../../../platform/errors.ts';
import { meansPerson, releasedOf, requireOn, type Released } from '../../definitions/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { directoryOf, type Directory } from '../../organization/public.ts';
import { withInherited } from './row-sql.ts';
import { setCondition } from './set-condition.ts';
import { duckdbWords } from './words/duckdb.ts';
import type { SetColumn, SetWords } from './words/words.ts';

/** What one person sees of a data set: its innermost condition, and the fields that are not theirs. */
export interface Sight {
  released: Released<DataSet>;
  can: readonly DefinitionLevel[];
  /** In the embedded engine's words, over the columns of the extract; undefined: all rows. */
  where: string | undefined;
  /** The same in those of another, over columns as it has them. */
  whereIn(words: SetWords, columnOf: (field: string) => SetColumn | undefined): string | undefined;
  hidden: ReadonlySet<string>;
}

/** Asked at every reading: whoever may not use the data set sees nothing of it, whatever shows it. */
export async function sightOf(ctx: Ctx, dataset: string, now: Date): Promise<Sight> {
  const { can } = await requireUse(ctx, dataset);
  const released = await releasedOf<DataSet>(ctx.platform, ctx.spaceId, 'dataset', dataset);
  if (!released?.enabled) throw notFound('analytics.set.gone');
  const { rules, fields } = released.body;
  // whoever may change the rules is not held by them
  const free = rules.length === 0 || includesLevel(can.at(-1) ?? null, 'edit');
  if (free) return { released, can, where: undefined, whereIn: () => undefined, hidden: new Set() };
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const mine = rules.filter(({ subject }) => meansPerson(directory, ctx.user, subject));
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  const byId = new Map(fields.map(({ id, kind }): [string, SetColumn] => [id, { kind, sql: `"${id}"` }]));
  const whereIn: Sight['whereIn'] = (words, columnOf) => {
    const parts = mine.map((rule) => ruleSql(rule, directory, ctx, { columnOf, now, zone, words }));
    return parts.length === 0 ? 'false' : parts.includes(undefined) ? undefined : `(${parts.join(' or ')})`;
  };
  return {
    released,
    can,
    where: whereIn(duckdbWords, (id) => byId.get(id)),
    whereIn,
    // what is worked out of a hidden field would tell it
    hidden: withInherited(
      fields,
      new Set(
        fields.map(({ id }) => id).filter((id) => mine.length > 0 && mine.every(({ hides }) => hides.includes(id))),
      ),
    ),
  };
}

async function requireUse(ctx: Ctx, dataset: string) {
  try {
    return await requireOn(ctx, 'dataset', dataset, 'use');
  } catch (error) {
    if (error instanceof AppError && error.status === 403) throw forbidden('analytics.no_right');
    if (
      error instanceof AppError &&
      error.status === 404 &&
      (await releasedOf(ctx.platform, ctx.spaceId, 'dataset', dataset))
    )
      throw forbidden('analytics.no_right');
    throw error;
  }
}

/** Undefined: it lets all rows through. */
function ruleSql(
  { where, own }: SetRule,
  directory: Directory,
  { user }: Ctx,
  options: Parameters<typeof setCondition>[1],
): string | undefined {
  const parts = [
    ...(where ? [setCondition(where, options)] : []),
    ...(own ? [ownSql(own, directory, user, options)] : []),
  ];
  return parts.length === 0 ? undefined : `(${parts.join(' and ')})`;
}

function ownSql(
  { field, is }: NonNullable<SetRule['own']>,
  { people, departments }: Directory,
  user: Ctx['user'],
  { columnOf, words }: Parameters<typeof setCondition>[1],
): string {
  const column = columnOf(field);
  if (!column) return 'false';
  const person = people.get(user.id);
  const names = {
    login: [user.login],
    name: [user.name],
    department: [person?.departmentId, ...(person?.partTime ?? []).map(({ departmentId }) => departmentId)].flatMap(
      (id) => (id ? (departments.get(id)?.name ?? []) : []),
    ),
  }[is];
  if (names.length === 0) return 'false';
  return `${words.reads(column)} in (${names.map(words.text).join(', ')})`;
}
