import { addDays, instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Start } from '@formwork/contract/rules/rule.ts';
import { dayMs, dayShift, spanMs } from '@formwork/contract/rules/span.ts';
import { spaceQuery } from '../../platform/db/space-data.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { planOf, type FormPlan } from '../records/public.ts';
import { clockworkOf } from '../schedules/public.ts';
import { workingDaysAround } from './working-days.ts';

/** Before or after a date of the records of a form, as rules and flows are begun by it. */
type DateStart = Omit<Extract<Start, { on: 'date' }>, 'on'>;

/** A record whose date came due. */
interface DueRecord {
  id: string;
  /** The date itself, as the database writes it. */
  moment: string;
  due: Date;
}

type Column = NonNullable<ReturnType<FormPlan['byId']['get']>>;
type Where = { platform: Platform; spaceId: string };

/** Whether the field holds dates, as its form is released; undefined where one of them is gone. */
export async function holdsDates(where: Where, start: Pick<DateStart, 'form' | 'field'>): Promise<boolean | undefined> {
  const column = (await planFor(where, start.form))?.byId.get(start.field);
  return column && isOfDates(column);
}

const isOfDates = ({ kind }: Column): boolean => kind === 'date' || kind === 'dateTime';

async function planFor(where: Where, form: string): Promise<FormPlan | undefined> {
  return planOf(where, form).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
}

/** Records whose moment lies after `from` and not after `until`, by the clock of the enterprise. */
export async function* dueBetween(
  where: Where,
  start: DateStart,
  from: Date,
  until: Date,
): AsyncGenerator<DueRecord, void> {
  const plan = await planFor(where, start.form);
  const column = plan?.byId.get(start.field);
  if (!plan || !column || !isOfDates(column)) return;
  const due = await reckonerOf(where, start, { plan, column }, from, until);
  if (!due) return;
  for (let after: string | null = null; ;) {
    const page: { rows: { id: string; moment: string }[] } = await spaceQuery<{ id: string; moment: string }>(
      where.platform,
      {
        text: `select id, ${column.sql}::text as moment from ${plan.table} where ${column.sql} >= $1 and ${column.sql} <= $2 and ($3::uuid is null or id > $3) order by id limit 500`,
        values: [...due.bounds, after],
      },
    );
    for (const { id, moment } of page.rows) {
      const at = Date.parse(due.of(moment) ?? '');
      if (at > from.getTime() && at <= until.getTime()) yield { id, moment, due: new Date(at) };
    }
    after = page.rows.at(-1)?.id ?? null;
    if (page.rows.length < 500) return;
  }
}

interface Reckoner {
  /** The first and the last date that may come due in between. */
  bounds: [unknown, unknown];
  of(moment: string): string | undefined;
}

async function reckonerOf(
  where: Where,
  { shift, working }: DateStart,
  { plan, column }: { plan: FormPlan; column: Column },
  from: Date,
  until: Date,
): Promise<Reckoner | undefined> {
  if (working) return byWorkdays(where, shift, column, from, until);
  if (column.kind === 'date') return byDays(shift, plan.timeZone, from, until);
  const ms = spanMs(shift);
  return {
    bounds: [new Date(from.getTime() - ms), new Date(until.getTime() - ms)],
    of: (moment) => new Date(Date.parse(moment) + ms).toISOString(),
  };
}

/** So many days before or after a day, at a time of that day: by the clocks of the zone, whatever they do in between. */
function byDays(shift: string, zone: string, from: Date, until: Date): Reckoner {
  const { days, rest } = dayShift(shift);
  const dayAt = (at: Date): string => wallText(at.toISOString(), zone).slice(0, 10);
  return {
    bounds: [addDays(dayAt(from), -days), addDays(dayAt(until), -days)],
    of: (day) => instantFromWall(`${addDays(day, days)} ${clockOf(rest)}`, zone),
  };
}

/**
 * The same, by days of work: those of the shift are counted by the enterprise's calendar, its hours as the clock has them. What
 * would fall on a day off without any days of shift falls on the next one of work.
 */
async function byWorkdays(
  { platform, spaceId }: Where,
  span: string,
  column: Column,
  from: Date,
  until: Date,
): Promise<Reckoner | undefined> {
  const { calendar, zone } = await clockworkOf(platform, { space_id: spaceId, zone: null, workdays: true });
  const shift = spanMs(span);
  const ofDay = column.kind === 'date';
  // of a day, days and a time of that day; of a moment, days and hours in the same direction
  const by = ofDay ? dayShift(span).days : Math.trunc(shift / dayMs);
  const rest = shift - by * dayMs;
  const dayOf = (at: number): string => wallText(new Date(at).toISOString(), zone).slice(0, 10);
  const [first, last] = [dayOf(from.getTime() - rest), dayOf(until.getTime() - rest)];
  const days = workingDaysAround(first, last, by, calendar);
  const leading = days.leadingTo(first, last, by);
  if (!leading) return undefined;
  return {
    bounds: ofDay
      ? leading
      : [instantFromWall(`${leading[0]} 00:00:00`, zone), instantFromWall(`${leading[1]} 23:59:59.999`, zone)],
    of(moment) {
      const wall = ofDay ? `${moment} ${clockOf(rest)}` : wallText(new Date(moment).toISOString(), zone);
      const day = days.shifted(wall.slice(0, 10), by);
      const at = day && instantFromWall(`${day} ${wall.slice(11)}`, zone);
      return ofDay || !at ? at : new Date(Date.parse(at) + rest).toISOString();
    },
  };
}

const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
