import type { Node, NodeOf } from '../ast.ts';
import { date, number, string } from '../types.ts';
import { isNothing, made, nothing, nothingOf, type Call, type Sql, type Writer } from './fragment.ts';
import { moved } from './operators.ts';

/** What the clock of a date or a moment shows, as a timestamp without a zone. */
export function shown(writer: Writer, moment: Sql, at: Node): string {
  if (moment.type.kind === 'date') return `${moment.text}::timestamp`;
  if (moment.type.kind !== 'dateTime' || moment.clock === 'own')
    return writer.refuse(at, moment.type.kind === 'dateTime' ? 'timezone' : moment.type.kind);
  return moment.clock === 'run' ? `(${moment.text} at time zone ${writer.zone(at)})` : moment.text;
}

const dateParts: Readonly<Record<string, (shown: string) => string>> = {
  year: (at) => `feel.year(${at})`,
  month: (at) => `extract(month from ${at})`,
  day: (at) => `extract(day from ${at})`,
  weekday: (at) => `extract(isodow from ${at})`,
};
const clockParts: Readonly<Record<string, (shown: string) => string>> = {
  hour: (at) => `extract(hour from ${at})`,
  minute: (at) => `extract(minute from ${at})`,
  second: (at) => `floor(extract(second from ${at}))`,
};
const durationParts: Readonly<Record<string, Readonly<Record<string, (amount: string) => string>>>> = {
  daysDuration: {
    days: (n) => `feel.fit(div(${n}, 86400000000000))`,
    hours: (n) => `mod(div(${n}, 3600000000000), 24)`,
    minutes: (n) => `mod(div(${n}, 60000000000), 60)`,
    seconds: (n) => `(mod(${n}, 60000000000) * 0.000000001)`,
  },
  monthsDuration: { years: (n) => `div(${n}, 12)`, months: (n) => `mod(${n}, 12)` },
};

/** `due.year`, `took.hours`; null when there is no such property. */
export function propertyOf(writer: Writer, of: Sql, node: NodeOf<'path'>): Sql | null {
  const { name } = node;
  const of34 = (text: string) => made(number, text, [of]);
  const { kind } = of.type;
  if (durationParts[kind]?.[name]) return of34(durationParts[kind][name](of.text));
  if (kind === 'time' && clockParts[name]) return of34(clockParts[name](of.text));
  if (kind !== 'date' && kind !== 'dateTime') return null;
  const read = dateParts[name] ?? (kind === 'dateTime' ? clockParts[name] : undefined);
  return read ? of34(read(shown(writer, of, node))) : null;
}

const part =
  (name: string, clock: boolean): Call =>
  (writer, [arg], node) => {
    const moment = writer.emit(arg!);
    if (isNothing(moment)) return nothing;
    if (clock && moment.type.kind === 'time') return made(number, clockParts[name]!(moment.text), [moment]);
    if (clock && moment.type.kind === 'date') return writer.refuse(node, name);
    return made(number, (clock ? clockParts : dateParts)[name]!(shown(writer, moment, node)), [moment]);
  };

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const nameOf = (names: readonly string[], place: string): string => `(array['${names.join("', '")}'])[${place}]`;

const ofMoment =
  (type: Sql['type'], write: (shown: string) => string): Call =>
  (writer, [arg], node) => {
    const moment = writer.emit(arg!);
    return isNothing(moment) ? nothing : made(type, write(shown(writer, moment, node)), [moment]);
  };

/** `weekday` counts Monday as 1; a spreadsheet counts in three ways. */
const weekday: Call = (writer, [arg, kind], node) => {
  const moment = writer.emit(arg!);
  const way = kind === undefined ? 1 : writer.fold(kind);
  if (isNothing(moment)) return nothing;
  const monday = `extract(isodow from ${shown(writer, moment, node)})`;
  if (way === 1) return made(number, `(mod(${monday}, 7) + 1)`, [moment]);
  return way === 2
    ? made(number, monday, [moment])
    : way === 3
      ? made(number, `(${monday} - 1)`, [moment])
      : writer.refuse(node, 'WEEKDAY');
};

const endOfMonth: Call = (writer, [arg, months], node) => {
  const moment = writer.emit(arg!);
  const by = months === undefined ? 0 : writer.fold(months);
  if (isNothing(moment)) return nothing;
  if (typeof by !== 'number') return writer.refuse(node, 'EOMONTH');
  return made(
    date,
    `(feel.plus_months(date_trunc('month', ${shown(writer, moment, node)}), ${by + 1}) - interval '1 day')::date`,
    [moment],
    true,
  );
};

const NANOS: Readonly<Record<string, number>> = {
  w: 604_800e9,
  week: 604_800e9,
  d: 86_400e9,
  day: 86_400e9,
  h: 3600e9,
  hour: 3600e9,
  min: 60e9,
  minute: 60e9,
  s: 1e9,
  second: 1e9,
};
const MONTHS: Readonly<Record<string, number>> = { y: 12, year: 12, q: 3, quarter: 3, m: 1, month: 1 };

const dateAdd: Call = (writer, [arg, amount, unit], node) => {
  const moment = writer.emit(arg!);
  const count = writer.emit(amount!);
  const name = unit === undefined ? 'd' : writer.fold(unit);
  if (isNothing(moment) || isNothing(count)) return nothing;
  if (typeof name !== 'string') return writer.refuse(node, 'DATEADD');
  const singular = name
    .trim()
    .toLowerCase()
    .replace(/(?<=..)s$/, '');
  const months = MONTHS[singular];
  const step = months ?? NANOS[singular];
  if (step === undefined || (moment.type.kind !== 'date' && moment.type.kind !== 'dateTime'))
    return writer.refuse(node, 'DATEADD');
  const by = made({ kind: months ? 'monthsDuration' : 'daysDuration' }, `(trunc(${count.text}) * ${step})`, [count]);
  return moved(writer, node, moment, by);
};

const dateDif: Call = (writer, [first, second, unit], node) => {
  const [a, b] = [writer.emit(first!), writer.emit(second!)];
  const name = writer.fold(unit!);
  if (isNothing(a) || isNothing(b)) return nothing;
  const months = `feel.months_between(${shown(writer, a, node)}, ${shown(writer, b, node)})`;
  switch (typeof name === 'string' ? name.trim().toUpperCase() : '') {
    case 'Y':
      return made(number, `div(${months}, 12)`, [a, b]);
    case 'M':
      return made(number, months, [a, b]);
    case 'YM':
      return made(number, `mod(${months}, 12)`, [a, b]);
    case 'D':
      return made(number, `(${shown(writer, b, node)}::date - ${shown(writer, a, node)}::date)::numeric`, [a, b]);
    default:
      return writer.refuse(node, 'DATEDIF');
  }
};

const makeDate: Call = (writer, args, node) => {
  const [from, month, day] = args.map((arg) => (arg === undefined ? undefined : writer.emit(arg)));
  if (!from || [from, month, day].some((arg) => arg && isNothing(arg))) return nothing;
  if (month && day)
    return made(date, `feel.make_date(${from.text}, ${month.text}, ${day.text})`, [from, month, day], true);
  if (from.type.kind === 'date') return from;
  return made(date, `${shown(writer, from, node)}::date`, [from]);
};

const makeDateTime: Call = (writer, [first, second], node) => {
  const from = writer.emit(first!);
  const time = second && writer.emit(second);
  if (isNothing(from) || (time && isNothing(time))) return nothing;
  if (!time) return from.type.kind === 'dateTime' ? from : writer.refuse(node, 'date and time');
  if (time.type.kind !== 'time') return writer.refuse(node, 'date and time');
  return {
    ...made({ kind: 'dateTime' }, `(${shown(writer, from, node)}::date + ${time.text})`, [from, time]),
    clock: 'none',
  };
};

const makeTime: Call = (writer, [first, second], node) => {
  const from = writer.emit(first!);
  if (isNothing(from)) return nothing;
  if (second || (from.type.kind !== 'time' && (from.type.kind !== 'dateTime' || from.clock !== 'none')))
    return writer.refuse(node, 'time');
  return made({ kind: 'time' }, `${from.text}::time`, [from]);
};

const monthsDuration: Call = (writer, [first, second], node) => {
  const [a, b] = [writer.emit(first!), writer.emit(second!)];
  if (isNothing(a) || isNothing(b)) return nothingOf({ kind: 'monthsDuration' });
  return made(
    { kind: 'monthsDuration' },
    `feel.months_between(${shown(writer, a, node)}::date, ${shown(writer, b, node)}::date)`,
    [a, b],
  );
};

const today: Call = (writer, _, node) => ({
  ...made(date, `(${writer.now()} at time zone ${writer.zone(node)})::date`, []),
  nullable: false,
});
const now: Call = (writer) => ({ ...made({ kind: 'dateTime' }, writer.now(), []), clock: 'run' });

/** Functions of dates and times, by name. */
export const momentCalls: Readonly<Record<string, Call>> = {
  date: makeDate,
  time: makeTime,
  'date and time': makeDateTime,
  'years and months duration': monthsDuration,
  today,
  now,
  TODAY: today,
  NOW: now,
  YEAR: part('year', false),
  MONTH: part('month', false),
  DAY: part('day', false),
  HOUR: part('hour', true),
  MINUTE: part('minute', true),
  SECOND: part('second', true),
  WEEKDAY: weekday,
  EOMONTH: endOfMonth,
  DATEADD: dateAdd,
  DATEDIF: dateDif,
  'day of year': ofMoment(number, (at) => `extract(doy from ${at})`),
  'week of year': ofMoment(number, (at) => `extract(week from ${at})`),
  'day of week': ofMoment(string, (at) => nameOf(dayNames, `extract(isodow from ${at})::integer`)),
  'month of year': ofMoment(string, (at) => nameOf(monthNames, `extract(month from ${at})::integer`)),
};
