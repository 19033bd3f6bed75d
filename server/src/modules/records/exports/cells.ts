import { capturedText, pointName, type DevicePointConfig } from '@formwork/contract/forms/field-types/device-point.ts';
import type { MoneyConfig } from '@formwork/contract/forms/field-types/money.ts';
import { fieldTypes, fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Reading } from '@formwork/contract/forms/values/reading.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { SheetCell, SheetColumn } from '../../../platform/sheet/write-xlsx.ts';
import type { PlanColumn } from '../plan/columns.ts';

export interface CellOptions {
  locale: string;
  timeZone: string;
  nameOf: (id: string) => string | undefined;
  /** Names of records that relations name, by the relation's column. */
  titleOf: (column: PlanColumn, id: string) => string;
  /** What stands in a cell with files. */
  filesText: (column: PlanColumn, files: readonly FileValue[], row: number) => string;
  /** Numbers and dates as a spreadsheet keeps them, or as people read them. */
  as: 'values' | 'texts';
}

export interface CellColumn extends SheetColumn {
  /** The cell of a text that came from the database; `row` counts records from 0. */
  cell: (text: string, row: number) => SheetCell;
}

/** How a column of a form becomes one of a sheet: real numbers and dates with their formats, all else in words. */
function cellColumn(column: PlanColumn, options: CellOptions): CellColumn {
  const title = textIn(column.field.title, options.locale);
  const { type, config } = sourceOf(column);
  const spec = fieldTypeSpec(type);
  const words = (text: string): string => {
    const value = column.value(text);
    return value === null
      ? ''
      : spec.toText(value, config, { locale: options.locale, timeZone: options.timeZone, nameOf: options.nameOf });
  };
  if (column.kind === 'records')
    return {
      title,
      width: 24,
      cell: (text) =>
        (column.value(text) as string[])
          .map((id) => options.titleOf(column, id))
          .filter((name) => name !== '')
          .join(options.locale === 'zh-CN' ? '、' : '; '),
    };
  if (column.kind === 'files')
    return { title, width: 24, cell: (text, row) => options.filesText(column, column.value(text) as FileValue[], row) };
  if (options.as === 'values') {
    const kept = { number: numbers, date: days, dateTime: moments, time: times }[
      column.kind as 'number' | 'date' | 'dateTime' | 'time'
    ] as
      | ((
          words: (text: string) => string,
          type: FieldType,
          config: unknown,
          timeZone: string,
        ) => Omit<CellColumn, 'title'>)
      | undefined;
    if (kept) return { title, ...kept(words, type, config, options.timeZone) };
  }
  // the commonest of all: text that is stored as it is read
  const asIs = column.kind === 'text' && fieldTypes[type].toText === fieldTypes.text.toText;
  return { title, width: column.kind === 'html' || type === 'longText' ? 40 : 18, cell: asIs ? (text) => text : words };
}

/** Most columns are one; a point that each record chooses is the point and what was captured of it. */
export function cellColumns(column: PlanColumn, options: CellOptions): CellColumn[] {
  if (column.kind !== 'reading') return [cellColumn(column, options)];
  const { locale, as } = options;
  const { config } = sourceOf(column) as { config: DevicePointConfig };
  const title = textIn(column.field.title, locale);
  const read = (text: string): Reading => column.value(text) as Reading;
  const captured = (text: string): SheetCell => {
    const reading = read(text);
    if (as === 'texts' || typeof reading.value !== 'number') return capturedText(reading, locale);
    const places =
      reading.decimals === null ? 'General' : reading.decimals > 0 ? `0.${'0'.repeat(reading.decimals)}` : '0';
    return {
      number: reading.value,
      format: reading.unitSign === '' ? places : `${places}${quoted(` ${reading.unitSign}`)}`,
    };
  };
  if (config.fixed) return [{ title, width: 14, cell: captured }];
  return [
    // as a sheet may name it again
    { title, width: 24, cell: (text) => `${read(text).deviceName} / ${pointName(read(text), locale)}` },
    { title: locale === 'zh-CN' ? `${title}（保存时的值）` : `${title} (when saved)`, width: 14, cell: captured },
  ];
}

function sourceOf({ field }: PlanColumn): { type: FieldType; config: unknown } {
  const source = field.type === 'lookup' ? field.config.source : undefined;
  return source && source.type in fieldTypes
    ? { type: source.type as FieldType, config: source.config }
    : { type: field.type, config: field.config };
}

/** Doubles tell no more digits apart: a longer number stays text, or its end would be lost. */
const mostDigits = 15;

function numbers(words: (text: string) => string, type: FieldType, config: unknown): Omit<CellColumn, 'title'> {
  const { decimals, thousands, unit, currency } = config as {
    decimals?: number;
    thousands?: boolean;
    unit?: string;
    currency?: MoneyConfig['currency'];
  };
  const places = decimals === undefined ? undefined : decimals > 0 ? `.${'0'.repeat(decimals)}` : '';
  const plain =
    places === undefined
      ? thousands
        ? '#,##0.##########'
        : undefined
      : `${thousands || type === 'money' ? '#,##0' : '0'}${places}`;
  const isPercent = type === 'percent';
  const format = isPercent
    ? `0${places ?? ''}%`
    : type === 'money'
      ? `${quoted(signs[currency ?? 'CNY'])}${plain}`
      : unit
        ? `${plain ?? 'General'}${quoted(` ${unit}`)}`
        : plain;
  return {
    width: 14,
    ...(format !== undefined && { format }),
    cell(text) {
      const value = Number(text);
      if (text.length > mostDigits && text.replace(/[-.]|0+$/g, '').length > mostDigits) return words(text);
      return isPercent ? Number((value / 100).toPrecision(mostDigits)) : value;
    },
  };
}

const signs = { CNY: '¥', USD: '$', EUR: '€', GBP: '£', JPY: 'JP¥', HKD: 'HK$' } satisfies Record<
  MoneyConfig['currency'],
  string
>;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

/** Day 0 of spreadsheets; they take 1900 for a leap year, so days before this March are told as text. */
const dayZero = Date.UTC(1899, 11, 30);
const firstSerial = 61;
const dayMs = 86_400_000;

function days(words: (text: string) => string): Omit<CellColumn, 'title'> {
  return {
    width: 12,
    format: 'yyyy-mm-dd',
    cell(text) {
      const serial =
        (Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) - dayZero) / dayMs;
      return text.length === 10 && serial >= firstSerial ? serial : words(text);
    },
  };
}

function moments(
  words: (text: string) => string,
  _type: FieldType,
  config: unknown,
  timeZone: string,
): Omit<CellColumn, 'title'> {
  const seconds = (config as { precision?: string } | undefined)?.precision === 'second';
  const walls = wallClock(timeZone);
  return {
    width: 18,
    format: seconds ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd hh:mm',
    cell(text) {
      const instant = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
      const serial = Number.isNaN(instant)
        ? Number.NaN
        : (Math.floor(walls(instant) / 1_000) * 1_000 - dayZero) / dayMs;
      return serial >= firstSerial ? Number(serial.toFixed(10)) : words(text);
    },
  };
}

function times(_words: (text: string) => string, _type: FieldType, config: unknown): Omit<CellColumn, 'title'> {
  const seconds = (config as { precision?: string } | undefined)?.precision === 'second';
  return {
    width: 10,
    format: seconds ? 'hh:mm:ss' : 'hh:mm',
    cell: (text) =>
      Number(
        (
          (Number(text.slice(0, 2)) * 3_600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8))) /
          86_400
        ).toFixed(10),
      ),
  };
}

const mostHours = 50_000;

/** Instants as the clock on the wall shows them. Asking for a zone is dear: the difference is the same for a quarter of an hour. */
function wallClock(timeZone: string): (instant: number) => number {
  const differences = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / 900_000);
    let difference = differences.get(quarter);
    if (difference === undefined) {
      const start = quarter * 900_000;
      difference = Date.parse(`${wallText(new Date(start).toISOString(), timeZone).replace(' ', 'T')}Z`) - start;
      if (differences.size >= mostHours) differences.clear();
      differences.set(quarter, difference);
    }
    return instant + difference;
  };
}
