import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import {
  emptyDataSet,
  joinedColumn,
  type DataSet,
  type SetField,
  type SetJoin,
} from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { sourceOfSet, type SetKind } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { tpchTables } from './tables.ts';

// Queries of TPC-H without a line of SQL: tables joined by equal fields, fields worked out, conditions, keys and figures of a table.

/** As fields are called: they know no underscore. */
const idOf = (column: string): string => column.replace('_', '');

const kinds: Readonly<Record<string, SetKind>> = { int: 'number', 'numeric(15,': 'number', text: 'text', date: 'date' };

function columnsOf(table: string): [string, SetKind][] {
  return tpchTables[table]!.columns.split(/, (?=[a-z])/)
    .map((one) => one.split(' '))
    .map(([name = '', type = '']) => [name, kinds[type]!]);
}

const fieldOf = (id: string, column: string, kind: SetKind): SetField => ({ id, column, title: { zh: column }, kind });

/** A data set of a whole table. */
export function tableSet(connection: string, table: string): DataSet {
  const source = { is: 'table', connection, schema: 'public', table } as const;
  return { ...emptyDataSet(), source, fields: columnsOf(table).map(([name, kind]) => fieldOf(idOf(name), name, kind)) };
}

export interface Calc {
  kind: SetKind;
  expression: string;
  /** The fields behind the letters of the expression, from `a` on. */
  of: string[];
}

interface Joined {
  of: string;
  /** Its columns, each with the one that is equal to it among the tables before. */
  on: Record<string, string>;
}

export interface Click {
  /** Of the query whose answer it has. */
  number: number;
  /** The tables by the name each has here, the first and what is joined to it. */
  tables: Record<string, Pick<Joined, 'of'> & Partial<Joined>>;
  /** Columns that are read, as `line.l_quantity`. */
  reads: string[];
  calcs?: Record<string, Calc>;
  where?: Condition;
  row?: Record<string, Partial<ChartUse> & { field: string }>;
  y: Record<string, Partial<ChartUse>>;
}

/** The joined set; a table that is joined with none is read by itself, with the fields that are worked out. */
export function clickedSet(
  { tables, reads, calcs = {} }: Click,
  sets: Record<string, string>,
  connection: string,
): DataSet {
  const [[as, first], ...others] = Object.entries(tables) as [[string, Pick<Joined, 'of'>], ...[string, Joined][]];
  const worked = Object.entries(calcs).map(([id, { kind, expression, of }]): SetField => ({
    ...fieldOf(id, '', kind),
    calc: { expression, parts: of.map((field, at) => ({ name: String.fromCodePoint(97 + at), field })) },
  }));
  const joins = others.map(([name, { of, on }]): SetJoin => ({
    as: name,
    of: sourceOfSet(sets[of]!),
    kind: 'inner',
    on: Object.entries(on).map(([field, from]) => {
      const [part = '', column = ''] = from.split('.');
      return { part, from: idOf(column), field: idOf(field) };
    }),
  }));
  const fields = reads.map((read) => {
    const [part = '', column = ''] = read.split('.');
    const [, kind] = columnsOf(tables[part]!.of).find(([name]) => name === column)!;
    return fieldOf(readId(read), others.length === 0 ? column : joinedColumn(part, idOf(column)), kind);
  });
  const source: DataSet['source'] =
    others.length === 0
      ? tableSet(connection, first.of).source
      : { is: 'join', first: { as, of: sourceOfSet(sets[first.of]!) }, joins };
  return { ...emptyDataSet(), source, fields: [...fields, ...worked] };
}

/** A field of joined tables; of one table that stands there twice it bears the name of its part. */
function readId(read: string): string {
  const [part = '', column = ''] = read.split('.');
  return ['seller', 'buyer'].includes(part) ? `${part}name` : idOf(column);
}

/** A table whose columns are called as those of the query. */
export function clickedChart({ where, row = {}, y }: Click, set: string): ChartDefinition {
  const { settings } = emptyChart();
  const used = (uses: Click['y']): ChartUse[] => Object.entries(uses).map(([id, use]) => ({ id, field: '', ...use }));
  const slots = { row: used(row), y: used(y) };
  return { form: sourceOfSet(set), where: where ?? null, settings: { ...settings, kind: 'table', slots } };
}
