import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { differs } from '../changes.ts';
import type { RowData } from '../form-data.ts';

/** What became of the rows of one slave table since both began, cell by cell. */

type Rows = readonly RowData[];
type Side = 'mine' | 'theirs';

export interface RowVersions {
  before: Rows;
  mine: Rows;
  theirs: Rows;
}

/** Both wrote another value into the cell; or, without a field, one removed the row that the other changed. */
export interface RowClash {
  key: string;
  field?: string;
}

export interface RowsCompared {
  clashes: RowClash[];
  /** The other did something to the table that is kept without asking. */
  theirOwn: boolean;
}

export function compareRows(table: SlaveTable, { before, mine, theirs }: RowVersions): RowsCompared {
  const [old, own] = [byKey(before), byKey(mine)];
  const clashes: RowClash[] = [];
  let theirOwn = false;
  const clash = (found: RowClash) => clashes.push(found);
  for (const row of theirs) {
    const was = old.get(row.key);
    const now = own.get(row.key);
    const byThem = was ? changedCells(table, was, row) : [];
    if (!was) theirOwn = true;
    else if (!now && byThem.length > 0) clash({ key: row.key });
    else if (now) {
      const byMe = new Set(changedCells(table, was, now));
      for (const field of byThem) {
        if (!byMe.has(field)) theirOwn = true;
        else if (differs(field, row.values[field.id], now.values[field.id])) clash({ key: row.key, field: field.id });
      }
    }
  }
  const kept = byKey(theirs);
  for (const row of mine) {
    const was = old.get(row.key);
    if (!was || kept.has(row.key)) continue;
    if (changedCells(table, was, row).length > 0) clash({ key: row.key });
    else theirOwn = true;
  }
  return { clashes, theirOwn };
}

/** Their rows with what is mine: what only I have done, and the clashes that are decided for me. */
export function mergedRows(
  table: SlaveTable,
  { before, mine, theirs }: RowVersions,
  sideOf: (clash: RowClash) => Side,
): RowData[] {
  const [old, own, kept] = [byKey(before), byKey(mine), byKey(theirs)];
  const rowOf = (key: string): RowData | undefined => {
    const [was, now, their] = [old.get(key), own.get(key), kept.get(key)];
    if (!was) return now ?? their;
    const mineHolds = () => sideOf({ key }) === 'mine';
    // a row the other has removed comes back as a new one
    if (now && !their)
      return changedCells(table, was, now).length > 0 && mineHolds() ? { ...now, isNew: true } : undefined;
    if (their && !now) return changedCells(table, was, their).length > 0 && !mineHolds() ? their : undefined;
    if (!now || !their) return undefined;
    const byThem = new Set(changedCells(table, was, their));
    const cells = changedCells(table, was, now).filter(
      (field) => !byThem.has(field) || sideOf({ key, field: field.id }) === 'mine',
    );
    return cells.length === 0
      ? their
      : { ...their, values: { ...their.values, ...Object.fromEntries(cells.map(({ id }) => [id, now.values[id]])) } };
  };
  const keys = (rows: Rows) => rows.map(({ key }) => key);
  const moved =
    keys(mine)
      .filter((key) => old.has(key))
      .join() !==
    keys(before)
      .filter((key) => own.has(key))
      .join();
  const order = moved ? interleaved(keys(mine), keys(theirs)) : interleaved(keys(theirs), keys(mine));
  return order.flatMap((key) => rowOf(key) ?? []);
}

function byKey(rows: Rows): Map<string, RowData> {
  return new Map(rows.map((row) => [row.key, row]));
}

function changedCells({ fields }: SlaveTable, before: RowData, now: RowData): Field[] {
  return before === now
    ? []
    : fields.filter((field) => !isComputed(field) && differs(field, before.values[field.id], now.values[field.id]));
}

/** The first order with what it lacks put behind the neighbour it has in the second. */
function interleaved(first: readonly string[], second: readonly string[]): string[] {
  const has = new Set(first);
  const behind = new Map<string | undefined, string[]>();
  let neighbour: string | undefined;
  for (const key of second) {
    if (has.has(key)) neighbour = key;
    else behind.set(neighbour, [...(behind.get(neighbour) ?? []), key]);
  }
  return [...(behind.get(undefined) ?? []), ...first.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}
