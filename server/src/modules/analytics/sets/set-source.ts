import { createHash } from 'node:crypto';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { isOfOthers, joinedSources, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { isOfRecords, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { seenHierarchies } from '@formwork/contract/analytics/hierarchy.ts';
import { fieldOfSet } from '@formwork/contract/analytics/source.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import { FileMissing } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedOf, type Released } from '../../definitions/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { directoryOf } from '../../organization/public.ts';
import type { Question, Readings, Source, SourceAnswer } from '../source-types.ts';
import { chartRows, deeper } from './chart-rows.ts';
import { levelsOfDepartments } from './department-levels.ts';
import { joinedRows, rowsLately, seenColumns } from './joined-rows.ts';
import { readAgain } from './read-rows.ts';
import { currentExtract, storedRows } from './refresh.ts';
import { withInherited } from './row-sql.ts';
import { dayOf, kindOf } from './room-table.ts';
import { askRoom, roomOfStored, roomTable, type RoomOf } from './rooms.ts';
import { setAnswer, setStatement } from './set-sql.ts';
import { seenRows } from './seen-rows.ts';
import { askShared, isWorthTheWay } from './shared/ask.ts';
import type { SharedRows } from './shared/rooms.ts';
import type { SharedColumn } from './shared/tables.ts';
import { sharedOfRoom, sharedOfStored } from './shared/stored.ts';
import { sightOf, type Sight } from './sight.ts';
import { clickhouseWords, nothingAs } from './words/clickhouse.ts';
import { duckdbWords } from './words/duckdb.ts';
import type { SetColumn } from './words/words.ts';

const limits = { rows: 60_000, bytes: 64 * 1024 * 1024, ms: 60_000 };

/** The rows of a data set, as far as its rules let the caller see them. */
export async function setSource(ctx: Ctx, dataset: string, read: Readings): Promise<Source> {
  const sight = await withJoined(ctx, await sightOf(ctx, dataset, new Date()), read);
  const { released, hidden, can } = sight;
  const fields = released.body.fields.filter(({ id }) => !hidden.has(id)).map(fieldOfSet);
  return {
    title: released.name,
    fields,
    hierarchies: seenHierarchies(
      released.body.hierarchies,
      new Set(fields.map(({ id }) => id)),
      levelsOfDepartments(await directoryOf(ctx.platform, ctx.spaceId)).depth,
    ),
    answer: (question) => answerOf(ctx, sight, fields, question, read),
    ...(!isOfOthers(released.body.source) && { rows: (asked: readonly string[]) => seenRows(ctx, sight, asked) }),
    // rows of a source that has no owner leave the house by those alone who answer for the data set
    mayGiveRows: async (how) =>
      (how === 'taken' || includesLevel(can.at(-1) ?? null, 'edit')) &&
      (await partsMayGive(ctx, released.body, how, read)),
  };
}

/** What it is put together of keeps its own word: a join is no way around the rights of a form. */
async function partsMayGive(
  ctx: Ctx,
  { source }: DataSet,
  how: Parameters<Source['mayGiveRows']>[0],
  read: Readings,
): Promise<boolean> {
  const parts =
    source.is === 'join'
      ? joinedSources(source).map(({ of }) => of)
      : source.is === 'chart'
        ? await formsOfRecords(ctx, source.chart)
        : source.is === 'view' && source.form !== null
          ? [source.form]
          : [];
  for (const part of parts) if (!(await (await read.source(deeper(ctx), part)).mayGiveRows(how))) return false;
  return true;
}

/** What a chart lists single rows of; of figures nothing is asked. */
async function formsOfRecords({ platform, spaceId }: Ctx, chart: string): Promise<string[]> {
  const released = await releasedOf<ChartDefinition>(platform, spaceId, 'chart', chart);
  return released?.body.form != null && isOfRecords(released.body.settings) ? [released.body.form] : [];
}

/** A field of a part that is hidden from the person there is hidden from them here. */
async function withJoined(ctx: Ctx, sight: Sight, read: Readings): Promise<Sight> {
  const { source, fields } = sight.released.body;
  if (source.is !== 'join') return sight;
  const seen = await seenColumns(ctx, source, read);
  const unseen = fields.filter(({ column, calc }) => !calc && !seen.has(column)).map(({ id }) => id);
  return { ...sight, hidden: withInherited(fields, new Set([...sight.hidden, ...unseen])) };
}

/** Rows as the engine has them, the version they are of, and what there is to say of their age. */
interface Version extends Pick<ChartResult, 'readAt' | 'unread'> {
  room: RoomOf;
  /** The same where all processes may ask them; few rows are not worth the way. */
  shared?: SharedRows;
  gone: readonly string[];
}

async function versionOf(ctx: Ctx, released: Released<DataSet>, read: Readings): Promise<Version> {
  const { platform, spaceId } = ctx;
  const zone = zoneOf(platform, spaceId);
  const { source } = released.body;
  if (source.is === 'chart' || source.is === 'view') {
    const { key, fill, ...age } = await chartRows(ctx, source, released.body, read);
    return { gone: [], ...age, room: { key: `${spaceId} ${key}`, zone, fill } };
  }
  if (source.is === 'join') {
    const { key, fill, ...age } = await joinedRows(ctx, source, released.body.fields, read);
    const room = { key: `${spaceId} ${key}`, zone, fill };
    const isMany = isWorthTheWay(platform, rowsLately(platform, source));
    return { gone: [], ...age, room, ...(isMany && { shared: sharedOfRoom(room) }) };
  }
  const extract = await currentExtract(ctx, released);
  const stored = storedRows(extract, released.body);
  return {
    gone: extract.gone,
    readAt: extract.readAt.toISOString(),
    ...(extract.error && { unread: true as const }),
    room: roomOfStored(platform, spaceId, zone, stored),
    ...(isWorthTheWay(platform, extract.rows ?? 0) && { shared: sharedOfStored(platform, spaceId, zone, stored) }),
  };
}

async function answerOf(
  ctx: Ctx,
  sight: Sight,
  seen: readonly Field[],
  question: Question,
  read: Readings,
): Promise<SourceAnswer> {
  try {
    return await answerFrom(ctx, sight, seen, question, read);
  } catch (error) {
    // what was read anew meanwhile took the place of what was being opened
    if (!(error instanceof FileMissing)) throw error;
    return await answerFrom(ctx, sight, seen, question, read).catch(async (again: unknown) => {
      if (!(again instanceof FileMissing)) throw again;
      // rows that are not there any more, as after a restore
      await readAgain(ctx, sight.released.id);
      return answerFrom(ctx, sight, seen, question, read);
    });
  }
}

async function answerFrom(
  ctx: Ctx,
  { released, where, whereIn, hidden }: Sight,
  seen: readonly Field[],
  question: Question,
  read: Readings,
): Promise<SourceAnswer> {
  const { room, shared, gone, readAt, unread } = await versionOf(ctx, released, read);
  const columns = new Map(
    released.body.fields.map(({ id, kind }): [string, SetColumn] => [
      id,
      // what is hidden from the person is nothing to them, wherever it is asked of
      hidden.has(id)
        ? { kind, sql: duckdbWords.nothing(kind) }
        : { kind, sql: `r.${doubleQuoted(id)}`, ...(kind === 'dateTime' && { day: `r.${dayOf(id)}` }) },
    ]),
  );
  const { above } = levelsOfDepartments(await directoryOf(ctx.platform, ctx.spaceId));
  const options = {
    above,
    from: `from (select * from ${roomTable}${where === undefined ? '' : ` where ${where}`}) r`,
    columnOf: (id: string) => columns.get(id),
    now: new Date(),
    zone: room.zone,
    words: duckdbWords,
  };
  const statement = setStatement(question, options);
  const quicker = (ofKinds: ReadonlySet<string>): string =>
    setStatement(question, { ...options, columnOf: (id) => withKind(id, columns.get(id), ofKinds) }).sql;
  const asked = [...question.keys, ...question.figures].map(({ field }) => field);
  if (asked.some((field) => field !== undefined && gone.includes(field))) throw forbidden('analytics.field_unseen');
  const byId = new Map(seen.map((field) => [field.id, field]));
  const formats = new Map(released.body.fields.map(({ id, format }) => [id, format]));
  const sharedSql = (from: string, there: readonly SharedColumn[]): string => {
    const own = sharedColumns(there);
    const mine = whereIn(clickhouseWords, (id) => own(id, ''));
    return setStatement(question, {
      ...options,
      from: `from (select * from (${from}) s${mine === undefined ? '' : ` where ${mine}`}) r`,
      columnOf: (id) => (hidden.has(id) ? nothingOf(columns.get(id)) : own(id, 'r.')),
      words: clickhouseWords,
    }).sql;
  };
  const rows = await remembered(ctx.platform, room, statement.sql, async () => {
    const found = shared && (await askShared(ctx.platform, shared, sharedSql, limits));
    return found ?? (await askRoom(ctx.platform, room, quicker, limits)).rows;
  });
  const answer = setAnswer(
    rows,
    question,
    statement.reads,
    asked.map((field) => ({
      field: field === undefined ? undefined : byId.get(field),
      kind: (field !== undefined && columns.get(field)?.kind) || 'number',
      list: false,
    })),
  );
  const named = answer.columns.map((column, at) => ({
    ...column,
    format: asked[at] === undefined || column.field === undefined ? undefined : formats.get(asked[at]),
  }));
  return { ...answer, columns: named, ...(readAt !== undefined && { readAt }), ...(unread && { unread }) };
}

type Rows = readonly (string | null)[][];
const mostKept = 1_000;
const answers = new WeakMap<Platform, Map<string, Promise<Rows>>>();

/** What is hidden is no column and has no kinds. */
function withKind(id: string, column: SetColumn | undefined, ofKinds: ReadonlySet<string>): SetColumn | undefined {
  const isThere = column?.kind === 'text' && column.sql === `r.${doubleQuoted(id)}` && ofKinds.has(id);
  return isThere ? { ...column, kindSql: `r.${kindOf(id)}` } : column;
}

/** Fields as the tables of the cluster have them. */
function sharedColumns(there: readonly SharedColumn[]): (id: string, of: '' | 'r.') => SetColumn | undefined {
  const known = new Map(there.map((column) => [column.name, column]));
  return (id, of) => {
    const column = known.get(id);
    if (!column) return undefined;
    const { type: kind, as } = column;
    return {
      kind,
      sql: `${of}${doubleQuoted(id)}`,
      ...(kind === 'dateTime' && { day: `${of}${dayOf(id)}` }),
      ...(as && { as }),
    };
  };
}

function nothingOf(column: SetColumn | undefined): SetColumn | undefined {
  return column && { kind: column.kind, sql: clickhouseWords.nothing(column.kind), as: nothingAs };
}

/** Answers by version and statement: people share one only where the very statement is the same, with their rules in it. */
function remembered(platform: Platform, room: RoomOf, sql: string, ask: () => Promise<Rows>): Promise<Rows> {
  const known = answers.get(platform) ?? new Map<string, Promise<Rows>>();
  answers.set(platform, known);
  const key = createHash('sha256')
    .update(JSON.stringify([room.key, room.since ?? 0, room.zone, sql]))
    .digest('base64');
  const found = known.get(key);
  if (found) return found;
  const asking = ask();
  known.set(key, asking);
  if (known.size > mostKept) known.delete(known.keys().next().value!);
  asking.then(
    // many rows are not kept: they are asked for rarely and weigh much
    (rows) => rows.length > 5_000 && known.delete(key),
    () => known.delete(key),
  );
  return asking;
}
