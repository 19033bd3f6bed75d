import { Holiday, type holidaysApi } from '@formwork/contract/basedata/holidays.ts';
import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { looseWall } from '@formwork/contract/forms/values/dates.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { titlesOf, type Headings } from '../../platform/sheet/import/columns.ts';
import { sendSheet } from '../../platform/sheet/send.ts';
import { outcomeOf, readRows, type Taken } from './sheet.ts';

type Input<Name extends keyof typeof holidaysApi> = InputOf<(typeof holidaysApi)[Name]>;
type Column = 'date' | 'name' | 'kind';

const headings: Headings<Column> = {
  date: { 'zh-CN': '日期', en: 'Date' },
  name: { 'zh-CN': '名称', en: 'Name' },
  kind: { 'zh-CN': '类型', en: 'Kind' },
};
const kinds = { off: { 'zh-CN': '放假', en: 'Day off' }, work: { 'zh-CN': '补班', en: 'Make-up workday' } } as const;

/** Every day off and make-up workday of the space, by date. */
export async function allHolidays(tx: ControlTx, spaceId: string): Promise<Holiday[]> {
  return tx
    .selectFrom('basedata.holiday')
    .select(['day as date', 'name', 'off'])
    .where('space_id', '=', spaceId)
    .orderBy('day')
    .execute();
}

export function listHolidays({ tx }: TxCtx, { params }: Input<'listHolidays'>): Promise<Holiday[]> {
  return daysOf(tx, params.year);
}

export async function setHolidays(ctx: TxCtx, { params, body }: Input<'setHolidays'>): Promise<Holiday[]> {
  const seen = new Set<string>();
  body.days.forEach(({ date }, at) => {
    const code = !date.startsWith(`${params.year}-`)
      ? 'basedata.holiday.other_year'
      : seen.has(date)
        ? 'basedata.holiday.day_twice'
        : undefined;
    if (code)
      throw invalid(code, [{ path: `days.${at}.date`, code, data: { year: params.year } }], { year: params.year });
    seen.add(date);
  });
  await ctx.tx
    .deleteFrom('basedata.holiday')
    .where('day', '>=', `${params.year}-`)
    .where('day', '<', `${params.year + 1}-`)
    .execute();
  await write(ctx, body.days);
  await record(ctx, 'basedata.holiday.changed', { id: String(params.year), after: body.days });
  return daysOf(ctx.tx, params.year);
}

export async function exportHolidays(
  ctx: Ctx,
  { params }: Input<'exportHolidays'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const days = await inControl(ctx.platform.control, ctx.spaceId, (tx) => daysOf(tx, params.year));
  const rows = days.map(({ date, name, off }) => [date, name, kinds[off ? 'off' : 'work'][ctx.locale]]);
  return sendSheet(reply, `${{ 'zh-CN': '节假日', en: 'Holidays' }[ctx.locale]} ${params.year}`, [
    titlesOf(headings, ctx.locale),
    ...rows,
  ]);
}

export async function importHolidays(
  ctx: Ctx,
  { params, query }: Input<'importHolidays'>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<SheetOutcome> {
  const sheet = await readRows<Column>(ctx, request, headings, { needed: ['date'], most: 366, given: query });
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const before = new Set((await daysOf(tx, params.year)).map(({ date }) => date));
    const days = new Map<string, Holiday>();
    const outcome: Taken = { created: 0, updated: 0, failures: [] };
    for (const { line, cells } of sheet.rows) {
      const bad = (column: Column) =>
        outcome.failures.push({
          line,
          code: 'basedata.sheet.bad_cell',
          data: { column: headings[column][ctx.locale], value: cells[column] ?? '' },
        });
      const date = looseWall(cells.date ?? '')?.date;
      const off = offIn(cells.kind ?? '');
      const name = Holiday.shape.name.safeParse(cells.name ?? '');
      if (date === undefined || !date.startsWith(`${params.year}-`)) bad('date');
      else if (off === undefined) bad('kind');
      else if (!name.success) bad('name');
      else days.set(date, { date, name: name.data, off });
    }
    for (const date of days.keys()) outcome[before.has(date) ? 'updated' : 'created'] += 1;
    await write({ ...ctx, tx }, [...days.values()]);
    await record({ ...ctx, tx }, 'basedata.holiday.changed', {
      id: String(params.year),
      created: outcome.created,
      updated: outcome.updated,
    });
    return outcomeOf(sheet, outcome);
  });
}

function daysOf(tx: ControlTx, year: number): Promise<Holiday[]> {
  return tx
    .selectFrom('basedata.holiday')
    .select(['day as date', 'name', 'off'])
    .where('day', '>=', `${year}-`)
    .where('day', '<', `${year + 1}-`)
    .orderBy('day')
    .execute();
}

async function write(ctx: TxCtx, days: readonly Holiday[]): Promise<void> {
  if (days.length === 0) return;
  await ctx.tx
    .insertInto('basedata.holiday')
    .values(days.map(({ date, name, off }) => ({ space_id: ctx.spaceId, day: date, name, off })))
    .onConflict((on) =>
      on
        .columns(['space_id', 'day'])
        .doUpdateSet((set) => ({ name: set.ref('excluded.name'), off: set.ref('excluded.off') })),
    )
    .execute();
}

/** A day off where the cell says nothing. */
function offIn(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (
    word === '' ||
    Object.values(kinds.off).some((title) => title.toLowerCase() === word) ||
    ['休', '休息', 'off', 'holiday'].includes(word)
  )
    return true;
  return Object.values(kinds.work).some((title) => title.toLowerCase() === word) ||
    ['班', '上班', '调休', '调休上班', 'work', 'workday'].includes(word)
    ? false
    : undefined;
}
