import { rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import type { JsonText } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Statement } from '../../../platform/db/space-data.ts';
import { bytesOf, textOf } from '../../../platform/db/byte-text.ts';
import { readBytes } from '../../../platform/db/quick-lanes.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { Reach, Rights } from '../../forms/public.ts';
import { prepared } from '../plan/columns.ts';
import type { SqlCondition } from './condition-sql.ts';
import { countFound, countRecords } from './count.ts';
import { filterFrom } from './known-filters.ts';
import { compileFilter, searchCondition } from './list-search.ts';
import { noteListTime } from './list-times.ts';
import { heldBy, holdsMore, rememberedHeld, rememberHeld, type Held } from '../rights/held.ts';
import { grantedMask, hiddenList, maskedRow, maskOf, shownColumns } from '../rights/mask.ts';
import { planOf, systemStart, textTypes, valuesJson, type FormPlan } from '../plan/plan.ts';
import { factsOfRow, hiddenBy, hidesAlike, reaches, viewerOf, type Eyes } from '../rights/reach.ts';
import { branchesOf, reachSql } from '../rights/reach-sql.ts';
import { needsGrants, requireSomeRight, rightsFor } from '../rights/rights.ts';
import { rowsSources } from './rows-sources.ts';
import { shareOf } from './shares.ts';
import {
  afterCursor,
  badCursor,
  cursorKeys,
  inStretch,
  orderBy,
  readCursor,
  sortPlan,
  writeCursor,
  type Cursor,
  type SortPlan,
} from './sort.ts';

const pageSize = 20;

export async function listRecords(ctx: Ctx, { params, query }: InputOf<typeof recordsApi.list>): Promise<JsonText> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const viewer = await viewerOf(ctx);
  const filter = await filterOf(ctx.platform, plan, query);
  const sort = query.sort ?? '';
  const order = { ...sortPlan(plan, query.sort), back: query.back === true };
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, sort, order);
  const limit = query.limit ?? pageSize;
  const share = await shareOf(ctx.platform, plan, rights.view, viewer);
  const rowsOf =
    filter && rowsIn(filter).length > 0
      ? await rowsSources(ctx, plan, { rights, viewer, held: await heldBy(plan, ctx, rights) }, filter)
      : undefined;
  const read = (held: Held) =>
    Promise.all([
      timedPage(ctx, plan, { rights, viewer, held, share, rowsOf }, filter, order, cursor, limit, query.ids).catch(
        (error: unknown) => {
          throw cursor && isUnreadable(error) ? badCursor() : error;
        },
      ),
      query.withTotal ? countRecords(ctx, plan, { rights, viewer, held, rowsOf }, filter) : undefined,
    ]);
  const [page, count] = await asSeen(plan, ctx, rights, query.withTotal === true, read);
  const cursorAt = (end: Placed | undefined): string | null =>
    end
      ? writeCursor({
          sort,
          filled: end.filled,
          keys: cursorKeys(order, (index) => textIn(end.row[systemStart + index])),
          id: end.row[0] ?? '',
        })
      : null;
  // what stands behind a page that was read backwards is where one came from
  const next = page.more || (order.back && cursor !== undefined) ? cursorAt(page.last) : null;
  const previous = cursorAt(page.first);
  const total = count ? `,"total":${count.total},"estimated":${count.estimated}` : '';
  let json = '{"rows":[';
  page.rows.forEach((row, index) => {
    json += `${index === 0 ? '' : ','}{"id":"${row[0]}","version":${row[1]},"values":{`;
    json += valuesJson(plan.columns, row, systemStart);
    json += '}}';
  });
  json += `],"next":${next === null ? 'null' : `"${next}"`},"previous":${previous === null ? 'null' : `"${previous}"`}${total}}`;
  return { jsonText: Buffer.from(json, 'latin1') };
}

export async function countOf(
  ctx: Ctx,
  { params, query }: InputOf<typeof recordsApi.count>,
): Promise<{ total: number; estimated: boolean; more?: true }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const filter = await filterOf(ctx.platform, plan, query);
  const eyes: Eyes = { rights, viewer: await viewerOf(ctx), held: await heldBy(plan, ctx, rights) };
  const rowsOf = await rowsSources(ctx, plan, eyes, filter);
  return query.search?.trim()
    ? countFound(ctx, plan, { ...eyes, rowsOf }, filter)
    : countRecords(ctx, plan, { ...eyes, rowsOf }, filter);
}

/**
 * Grants cost a list some work, and few people hold any: it is read with what the person held last time, and again when its
 * rows say that they hold more. Where there are no rows to say so, or a total beside them, it is looked up.
 */
async function asSeen<Count>(
  plan: FormPlan,
  ctx: Ctx,
  rights: Rights,
  counted: boolean,
  read: (held: Held) => Promise<[Page, Count]>,
): Promise<[Page, Count]> {
  if (rights.view === 'all') return read('none');
  if (counted || rights.view === null) return read(await heldBy(plan, ctx, rights));
  const held = rememberedHeld(plan, ctx.user.id) ?? 'none';
  const seen = await read(held);
  const [page] = seen;
  if (held === 'masked' || (page.rows.length > 0 && !page.holdsMore)) return seen;
  const more = await heldBy(plan, ctx, rights);
  rememberHeld(plan, ctx.user.id, more);
  return more === held ? seen : read(more);
}

/** Class 22 of SQL's states: a value that is none of its type. Filters are read before, so it came out of the cursor. */
function isUnreadable(error: unknown): boolean {
  return (error as { code?: unknown }).code?.toString().startsWith('22') === true;
}

/** Filter and search of a request as one condition. */
export async function filterOf(
  platform: Platform,
  plan: FormPlan,
  query: { filter?: string | undefined; search?: string | undefined },
): Promise<Condition | undefined> {
  const filter = query.filter === undefined || query.filter === '' ? undefined : filterFrom(query.filter);
  if (query.filter && !filter)
    throw invalid('records.list.bad_filter', [{ path: 'query.filter', code: 'records.list.bad_filter' }]);
  const search = query.search?.trim();
  if (!search) return filter;
  if (hasSpecialCharacters(search))
    throw invalid('records.list.special_characters', [
      { path: 'query.search', code: 'records.list.special_characters' },
    ]);
  const found = await searchCondition(platform, plan, search);
  return filter ? { all: [filter, found] } : found;
}

interface Page {
  /** Their columns as `ByteText`. */
  rows: TextRow[];
  first: Placed | undefined;
  last: Placed | undefined;
  more: boolean;
  /** The person holds grants which this page does not heed. */
  holdsMore: boolean;
}

/** A row and the stretch in which it stands. */
interface Placed {
  row: TextRow;
  filled: boolean;
}

async function timedPage(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  order: SortPlan,
  cursor: Cursor | undefined,
  limit: number,
  ids: readonly string[] | undefined,
): Promise<Page> {
  const began = performance.now();
  const page = await readPage(ctx, plan, eyes, filter, order, cursor, limit, ids);
  noteListTime(ctx, plan.form.formId, { filter, order, reach: eyes.rights.view }, performance.now() - began);
  return page;
}

async function readPage(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  order: SortPlan,
  cursor: Cursor | undefined,
  limit: number,
  ids: readonly string[] | undefined,
): Promise<Page> {
  const rows: TextRow[] = [];
  let filledOnes = 0;
  for (const filled of stretchesOf(order, cursor)) {
    if (rows.length > limit) break;
    const found = await readStretch(
      ctx,
      plan,
      eyes,
      filter,
      order,
      cursor?.filled === filled ? cursor : undefined,
      filled,
      limit + 1 - rows.length,
      ids,
    );
    if (filled) filledOnes = found.length;
    rows.push(...found);
  }
  const more = rows.length > limit;
  const shown = more ? rows.slice(0, limit) : rows;
  const placed = (at: number): Placed | undefined => {
    const row = shown[at];
    return (
      row && { row, filled: order.keys.length === 0 || (order.back ? at >= rows.length - filledOnes : at < filledOnes) }
    );
  };
  const [near, far] = [placed(0), placed(shown.length - 1)];
  const holdsMoreGrants = eyes.rights.view !== 'all' && eyes.held !== 'masked' && rows[0]?.at(-1) === 't';
  return order.back
    ? { rows: shown.toReversed(), first: far, last: near, more, holdsMore: holdsMoreGrants }
    : { rows: shown, first: near, last: far, more, holdsMore: holdsMoreGrants };
}

/** Records with a first key stand before those without one. */
function stretchesOf({ keys, back }: SortPlan, cursor: Cursor | undefined): boolean[] {
  if (keys.length === 0) return [true];
  if (back) return cursor?.filled ? [true] : [false, true];
  return cursor && !cursor.filled ? [false] : [true, false];
}

async function readStretch(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  order: SortPlan,
  cursor: Cursor | undefined,
  filled: boolean,
  limit: number,
  ids: readonly string[] | undefined,
): Promise<TextRow[]> {
  const rows = await readBytes(
    ctx.platform.pool,
    stretchStatement(plan, eyes, filter, order, cursor, filled, limit, ids),
  );
  if (!hidesSome(eyes)) return rows;
  return rowMask(plan, eyes)(rows.map((row) => row.map(textIn))).map((row) => row.map((text) => text && bytesOf(text)));
}

const textIn = (bytes: string | null | undefined): string | null =>
  bytes === null || bytes === undefined ? null : textOf(bytes);

const hidesSome = ({ rights, held }: Eyes): boolean => held === 'masked' || Boolean(rights.fields);

/** Takes from rows what is hidden from the person. Where grants hide something, a last column of each row says what and is taken as well. */
export function rowMask(plan: FormPlan, eyes: Eyes): (rows: TextRow[]) => TextRow[] {
  if (!hidesSome(eyes)) return (rows) => rows;
  const { rights, viewer, held } = eyes;
  const masked = held === 'masked';
  const alike = !masked && rights.view !== null && hidesAlike(rights) ? rights.fields?.seen[0]?.keys : undefined;
  const byGrants = needsGrants(rights);
  return (rows) =>
    rows.map((row) => {
      const lists = masked ? row.at(-1) : null;
      const values = masked ? row.slice(0, -1) : row;
      const facts = factsOfRow(plan, values);
      if (byGrants && !reaches(plan, rights.view, facts, viewer))
        return maskedRow(plan, values, grantedMask(rights, maskOf(plan, JSON.parse(lists ?? '[]') as string[][])));
      return maskedRow(plan, values, alike ?? hiddenBy(plan, rights, facts, viewer));
    });
}

/** The statement behind one stretch of a page. Where grants hide something from the person, a last column says what, row by row. */
export function stretchStatement(
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  sort: SortPlan,
  cursor: Cursor | undefined,
  filled: boolean,
  limit: number,
  ids?: readonly string[],
): Statement {
  const { rights, viewer, held } = eyes;
  const params: unknown[] = [];
  const shown = shownColumns(plan, rights, viewer, held === 'masked', params);
  const order: SortPlan = { ...sort, keys: sort.keys.map((key) => ({ ...key, column: shown(key.column) })) };
  const where: string[] = [];
  let condition: SqlCondition = { sql: 'true', plain: true };
  if (filter) {
    condition = compileFilter(filter, params, plan, eyes, (id) => {
      const column = plan.byId.get(id);
      return column && shown(column);
    });
    where.push(condition.sql);
  }
  const stretch = inStretch(order, filled);
  if (stretch !== undefined) where.push(stretch);
  if (cursor) where.push(afterCursor(order, cursor, params));
  if (ids) where.push(`r.id = any($${params.push(ids)}::uuid[])`);
  const text =
    rights.view === 'all'
      ? openList(plan, '', where, order, filled, limit)
      : seesMost(eyes)
        ? walk(plan, eyes, where, order, filled, params, limit)
        : merged(plan, eyes, where, order, filled, params, limit);
  // conditions of rules are planned for their values: a part that is rare and one that is common are walked differently
  const statement = condition.plain && !byCondition(rights.view) ? prepared(text) : { text };
  return { ...statement, values: params, rowMode: 'array', types: textTypes };
}

function byCondition(reach: Reach): boolean {
  return typeof reach === 'object' && reach !== null && (reach.conditions.length > 0 || reach.except !== undefined);
}

/** Limits stand in the text: a plan for any limit at all would be one for a tenth of the table. */
function openList(
  plan: FormPlan,
  added: string,
  where: string[],
  order: SortPlan,
  filled: boolean,
  limit: number,
): string {
  const condition = where.length > 0 ? ` where ${where.join(' and ')}` : '';
  return `select ${plan.selectList}${added} from ${plan.table} r${condition} order by ${orderBy(order, filled)} limit ${Math.trunc(limit)}`;
}

/** From here on looking at every row on the way costs less than a walk for each department. */
const mostOf = 0.3;

const seesMost = ({ share = 0, held, rights }: Eyes): boolean =>
  share >= mostOf && held !== 'masked' && !byCondition(rights.view);

/** For people who see most records: as for those who see all, leaving out the others on the way. */
function walk(
  plan: FormPlan,
  { rights, viewer, held }: Eyes,
  where: string[],
  order: SortPlan,
  filled: boolean,
  params: unknown[],
  limit: number,
): string {
  const me = `$${params.push(viewer.id)}::uuid`;
  const byRules = reachSql(plan, rights.view, viewer, params, { inText: true });
  const seen =
    held === 'none'
      ? byRules
      : `(${byRules} or exists (select 1 from ${plan.schema}.records_grant g where g.record_id = r.id and g.user_id = ${me}))`;
  return openList(plan, `, ${holdsMore(plan, held, me)}`, [...where, seen], order, filled, limit);
}

/**
 * For people who see a part: each branch (own, of each department, by a condition, granted) in the order of its index, merged.
 * A branch leaves out what one before it has, so that none comes twice. Right for those who see three records and for those
 * who see a million.
 */
function merged(
  plan: FormPlan,
  { rights, viewer, held }: Eyes,
  where: string[],
  order: SortPlan,
  filled: boolean,
  params: unknown[],
  limit: number,
): string {
  const me = `$${params.push(viewer.id)}::uuid`;
  const rest = [
    ...where.map((part) => ` and ${part}`),
    ` order by ${orderBy(order, filled)} limit ${Math.trunc(limit)}`,
  ].join('');
  const branches = branchesOf(plan, rights.view, viewer, params).map(({ departments, sql }) =>
    departments
      ? `(select w.* from unnest(${departments}) d(id), lateral (select r.* from ${plan.table} r where r.department = d.id and ${sql}${rest}) w)`
      : `(select r.* from ${plan.table} r where ${sql}${rest})`,
  );
  if (held !== 'none' || branches.length === 0) {
    const granted = `r.id in (select g.record_id from ${plan.schema}.records_grant g where g.user_id = ${me} and g.form_id = '${plan.form.formId}')`;
    branches.push(
      `(select r.* from ${plan.table} r where ${granted} and (${reachSql(plan, rights.view, viewer, params)}) is not true${rest})`,
    );
  }
  const told = held === 'masked' ? hiddenList(plan, me) : holdsMore(plan, held, me);
  return `select ${plan.selectList}, ${told} from (${branches.join(' union all ')}) r order by ${orderBy(order, filled)} limit ${Math.trunc(limit)}`;
}
