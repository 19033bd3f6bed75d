import { notLedIn } from '@formwork/contract/csv.ts';
import { isNumberText } from '@formwork/contract/formats.ts';
import { numberFromText, withoutUnit } from '@formwork/contract/forms/field-types/number.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { decimalText } from '@formwork/contract/forms/values/decimal.ts';

import { withReplaced } from '@formwork/contract/forms/replaced-options.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { CellError, ImportSettings } from '@formwork/contract/records/import.ts';
import type { SlaveInput, SlaveRow } from '@formwork/contract/records/record.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Directory } from '../../organization/public.ts';
import { withKnown, type KnownValues } from '../write/known-values.ts';
import type { Loading } from './imports.ts';
import type { FileFinder } from './import-files.ts';
import { namesToIds, type NamesToIds } from './import-names.ts';
import { picturesAt } from '../../../platform/sheet/lines.ts';
import type { FileRecord, TextRow } from './import-source.ts';
import type { IdsByTitle } from '../relations/import-linked.ts';
import type { RuleNote } from '../plan/form-rules.ts';
import type { FormPlan } from '../plan/plan.ts';
import { prepareRecord, type GivenRecord } from '../write/prepare.ts';

/** A record of the file as the form takes it, before it is checked. */
export interface GivenRow {
  from: FileRecord;
  given: GivenRecord;
  known: KnownValues;
  errors: CellError[];
  /** What titles in its batch mean. */
  named: IdsByTitle;
}

export interface ReadRecord {
  from: FileRecord;
  values: Values;
  slaves: Record<string, SlaveRow[]>;
  ruled?: readonly RuleNote[] | undefined;
}

export interface RowReader {
  /** What the cells say. */
  given(records: readonly FileRecord[], named: IdsByTitle, files: FileFinder | undefined): Promise<GivenRow[]>;
  /** As new records; those with anything wrong have errors instead. */
  read(rows: readonly GivenRow[]): ReadRecord[];
  /** Some of the columns name files. */
  takesFiles: boolean;
  /** Columns of the sheet that become pictures and files. */
  pictureColumns: readonly number[];
  /** What stands in the columns of relations, by `field` or `table.field`. */
  titles(records: readonly FileRecord[]): Map<string, string[]>;
  /** The error of a path of the record at its cell. */
  errorAt(row: GivenRow, error: { path: string; code: string; data?: CellError['data'] | undefined }): CellError;
}

interface MappedColumn {
  index: number;
  field: Field;
}

/** Turns rows of text into checked records of a form; one with anything wrong is left out and says why. */
export function rowReader(
  doer: { platform: Platform; spaceId: string; user: { id: string } },
  plan: FormPlan,
  settings: ImportSettings & Loading,
  directory: Directory,
): RowReader {
  const ids = namesToIds(directory);
  const looseNumbers = settings.looseNumbers === true;
  const makes = (settings.mode ?? 'create') === 'create';
  const main = mapped(
    settings.mapping.filter(({ field }) => !field.includes('.')),
    (id) => plan.byId.get(id)?.field,
  );
  const tables = slaveColumns(plan, settings);
  const relations: [string, (record: FileRecord) => readonly TextRow[], number][] = [
    ...main.flatMap(({ index, field }): [string, (record: FileRecord) => readonly TextRow[], number][] =>
      field.type === 'relation' ? [[field.id, (record) => [record], index]] : [],
    ),
    ...[...tables].flatMap(([table, columns]) =>
      columns.flatMap(({ index, field }): [string, (record: FileRecord) => readonly TextRow[], number][] =>
        field.type === 'relation' ? [[`${table}.${field.id}`, (record) => record.slaves[table] ?? [], index]] : [],
      ),
    ),
  ];
  const errorAt: RowReader['errorAt'] = (row, { path, code, data }) => {
    const [table = '', at, id] = path.split('.');
    const column =
      id === undefined
        ? main.find(({ field }) => field.id === path)
        : tables.get(table)?.find(({ field }) => field.id === id);
    const cells = id === undefined ? row.from.cells : (row.from.slaves[table]?.[Number(at)]?.cells ?? []);
    const title = column?.field.title.zh ?? plan.byId.get(path)?.field.title.zh ?? null;
    const ambiguous =
      code === 'records.value.not_records' &&
      column !== undefined &&
      isAmbiguous(column, cells, row.named.get(id === undefined ? path : `${table}.${id}`), plan.timeZone);
    return {
      index: column?.index ?? null,
      column: title,
      code: ambiguous ? 'records.value.ambiguous_record' : code,
      ...(data && { data }),
    };
  };
  return {
    errorAt,
    pictureColumns: [main, ...tables.values()].flatMap((columns) =>
      columns.filter(({ field }) => takesPictures(field)).map(({ index }) => index),
    ),
    takesFiles: [main, ...tables.values()].some((columns) => columns.some(({ field }) => isFiles(field))),
    titles(records) {
      return new Map(
        relations.map(([key, rowsOf, index]) => [
          key,
          records.flatMap((record) =>
            rowsOf(record)
              .map(({ cells }) => (cells[index] ?? '').trim())
              .filter((text) => text !== ''),
          ),
        ]),
      );
    },
    async given(records, named, files) {
      const errors: CellError[][] = records.map(() => []);
      const given: GivenRecord[] = [];
      for (const [at, record] of records.entries()) {
        const values = await valuesOf(record.cells, main, '', {
          ids,
          named,
          files,
          errors: errors[at]!,
          timeZone: plan.timeZone,
          looseNumbers,
          makes,
        });
        const slaves: SlaveInput = {};
        for (const [table, columns] of tables) {
          const rows = record.slaves[table];
          if (!rows) continue;
          slaves[table] = [];
          for (const row of rows)
            slaves[table].push({
              values: (await valuesOf(row.cells, columns, `${table}.`, {
                ids,
                named,
                files,
                errors: errors[at]!,
                timeZone: plan.timeZone,
                looseNumbers,
                makes,
              })) as never,
            });
        }
        given.push(tables.size > 0 ? { values, slaves } : { values });
      }
      const placed = await withKnown(doer, plan, given);
      return records.map((from, at) => ({
        from,
        given: placed[at]!.given,
        known: placed[at]!.known,
        errors: errors[at]!,
        named,
      }));
    },
    read(rows) {
      const now = new Date();
      // cells name none: what came with the table became files of the person
      const options = {
        allowed: 'all',
        files: 'all',
        userId: doer.user.id,
        now,
        timeZone: plan.timeZone,
        directory,
        // a draft is asked for nothing, and no rule judges it
        draft: settings.quick === true,
      } as const;
      return rows.flatMap((row) => {
        const record = prepareRecord(plan, row.given, undefined, { ...options, known: row.known });
        if (row.errors.length === 0 && record.errors.length === 0)
          return [{ from: row.from, values: record.values, slaves: record.slaves, ruled: record.ruled }];
        // a cell that could not be read is not missing besides
        const wrong = new Set(row.errors.map(({ index }) => index));
        for (const error of record.errors) {
          const told = errorAt(row, error);
          if (told.index === null || !wrong.has(told.index)) row.errors.push(told);
        }
        return [];
      });
    },
  };
}

function mapped(mapping: ImportSettings['mapping'], fieldOf: (id: string) => Field | undefined): MappedColumn[] {
  return mapping.flatMap(({ index, field: id }) => {
    const field = fieldOf(id);
    return field ? [{ index, field }] : [];
  });
}

/** Columns of slave tables, in the same sheet or in one of their own. */
function slaveColumns(plan: FormPlan, { mapping, rows = [] }: ImportSettings): Map<string, MappedColumn[]> {
  const found = new Map<string, MappedColumn[]>();
  for (const slave of plan.slaves) {
    const fieldOf = (id: string): Field | undefined => slave.columns.find((column) => column.id === id)?.field;
    const own = rows.find(({ table }) => table === slave.id);
    const beside = mapping
      .filter(({ field }) => field.startsWith(`${slave.id}.`))
      .map(({ index, field }) => ({ index, field: field.slice(slave.id.length + 1) }));
    const columns = mapped(own ? own.mapping : beside, fieldOf);
    if (columns.length > 0) found.set(slave.id, columns);
  }
  return found;
}

interface Meaning {
  ids: NamesToIds;
  named: IdsByTitle;
  files: FileFinder | undefined;
  errors: CellError[];
  timeZone: string;
  looseNumbers: boolean;
  /** Of records that are made; those that are there may keep what they hold. */
  makes: boolean;
}

async function valuesOf(
  cells: readonly string[],
  columns: readonly MappedColumn[],
  prefix: string,
  meaning: Meaning,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const { index, field } = columns[at] as MappedColumn;
    const text = (cells[index] ?? '').trim();
    if (!meaning.looseNumbers && isLoose(field, text, meaning.timeZone)) {
      meaning.errors.push({ index, column: field.title.zh, code: 'records.import.loose_number' });
      continue;
    }
    // a picture that lies on an empty cell; where files are named, those count
    const placed = text === '' && takesPictures(field) ? picturesAt(cells, index) : [];
    if (placed.length > 0 && meaning.files) values[field.id] = await meaning.files.placed(field, placed);
    if (text === '') continue;
    if (isFiles(field)) {
      const found = meaning.files ? await meaning.files.read(field, text) : { missing: text };
      if ('missing' in found)
        meaning.errors.push({
          index,
          column: field.title.zh,
          code: 'records.import.no_file',
          data: { name: found.missing.slice(0, 200) },
        });
      else values[field.id] = found.files;
    } else {
      const value = meaningOf(field, text, prefix, meaning);
      const retired = meaning.makes ? retiredIn(field, value) : [];
      if (retired.length > 0)
        meaning.errors.push({
          index,
          column: field.title.zh,
          code: 'records.import.retired_option',
          data: { name: retired.map(({ label }) => label.zh).join('、') },
        });
      else values[field.id] = withReplaced(field, value as FieldValue);
    }
  }
  return values;
}

/** Options that are kept for old records alone; one whose place another took is read as that. */
function retiredIn(field: Field, value: unknown): Option[] {
  const options = 'options' in field.config ? (field.config.options as readonly Option[]) : [];
  // of a cascade the last one is chosen
  const chosen = field.type === 'cascade' && Array.isArray(value) ? value.slice(-1) : [value].flat();
  return options.filter(({ id, retired, replacedBy }) => retired && replacedBy === undefined && chosen.includes(id));
}

function takesPictures({ type }: Field): boolean {
  return type === 'attachment' || type === 'image';
}

function isFiles({ type }: Field): boolean {
  return type === 'attachment' || type === 'image' || type === 'signature';
}

function meaningOf(field: Field, given: string, prefix: string, { ids, named, timeZone }: Meaning): unknown {
  const unquoted = notLedIn(given);
  // a cell that a spreadsheet shows in percent, in a column that is none here
  const text =
    field.type !== 'percent' && numeric.has(field.type) && /^-?\d+(\.\d+)?%$/.test(unquoted)
      ? String(Number((Number(unquoted.slice(0, -1)) / 100).toPrecision(15)))
      : unquoted;
  const value = fieldTypeSpec(field.type).fromText?.(text, field.config, { locale: 'zh-CN', timeZone }) ?? text;
  if (field.type === 'relation')
    return (value as string[]).map((title) => named.get(prefix + field.id)?.get(title) ?? title);
  const lookUp = field.type in ids ? ids[field.type as keyof NamesToIds] : undefined;
  return lookUp ? (value as string[]).map((name) => lookUp(name) ?? name) : value;
}

const numeric: ReadonlySet<Field['type']> = new Set<Field['type']>(['number', 'money', 'slider', 'rating']);

/** A number, but not by the one rule of numbers: `1,000`, `.5`, `1e3`. Its unit and the sign of percent may stand behind it, and as the field itself shows a number, exports write it. */
function isLoose(field: Field, text: string, timeZone: string): boolean {
  if (text === '' || !(numeric.has(field.type) || field.type === 'percent')) return false;
  const unquoted = notLedIn(text);
  const bare = bareNumber(field, unquoted).replace(/\s*[%％]$/, '');
  if (isNumberText(bare)) return false;
  const plain = decimalText(numberFromText(bare));
  if (plain === undefined) return false;
  const { parse, toText } = fieldTypeSpec(field.type);
  const { value } = parse(plain, field.config, timeZone);
  if (value === undefined || value === null) return true;
  return !(['zh-CN', 'en'] as const).some((locale) => toText(value, field.config, { locale, timeZone }) === unquoted);
}

function bareNumber(field: Field, text: string): string {
  if (field.type === 'number' || field.type === 'slider') return withoutUnit(text, field.config.unit);
  return field.type === 'rating' ? withoutUnit(text, `/${field.config.max}`) : text;
}

/** Some record is called so, and another as well. */
function isAmbiguous(
  { index, field }: MappedColumn,
  cells: readonly string[],
  ids: ReadonlyMap<string, string | null> | undefined,
  timeZone: string,
): boolean {
  const titles = fieldTypeSpec(field.type).fromText?.((cells[index] ?? '').trim(), field.config, {
    locale: 'zh-CN',
    timeZone,
  }) as string[] | undefined;
  return titles?.some((title) => ids?.get(title) === null) === true;
}
