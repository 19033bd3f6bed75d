import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  countsAt,
  customerRows,
  nationRows,
  orderRows,
  partRows,
  partSupplierRows,
  regionRows,
  supplierRows,
  type Row,
} from './rows.ts';
import { TextPool } from './text-pool.ts';

/** Columns of the eight tables, as section 1.4 of the specification has them; the first ones are the primary key. */
export const tpchTables: Readonly<Record<string, { key: number; columns: string }>> = {
  region: { key: 1, columns: 'r_regionkey int, r_name text, r_comment text' },
  nation: { key: 1, columns: 'n_nationkey int, n_name text, n_regionkey int, n_comment text' },
  supplier: {
    key: 1,
    columns:
      's_suppkey int, s_name text, s_address text, s_nationkey int, s_phone text, s_acctbal numeric(15, 2), s_comment text',
  },
  customer: {
    key: 1,
    columns:
      'c_custkey int, c_name text, c_address text, c_nationkey int, c_phone text, c_acctbal numeric(15, 2), c_mktsegment text, ' +
      'c_comment text',
  },
  part: {
    key: 1,
    columns:
      'p_partkey int, p_name text, p_mfgr text, p_brand text, p_type text, p_size int, p_container text, ' +
      'p_retailprice numeric(15, 2), p_comment text',
  },
  partsupp: {
    key: 2,
    columns: 'ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(15, 2), ps_comment text',
  },
  orders: {
    key: 1,
    columns:
      'o_orderkey int, o_custkey int, o_orderstatus text, o_totalprice numeric(15, 2), o_orderdate date, o_orderpriority text, ' +
      'o_clerk text, o_shippriority int, o_comment text',
  },
  lineitem: {
    key: 0,
    columns:
      'l_orderkey int, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(15, 2), ' +
      'l_extendedprice numeric(15, 2), l_discount numeric(15, 2), l_tax numeric(15, 2), l_returnflag text, l_linestatus text, ' +
      'l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct text, l_shipmode text, l_comment text',
  },
};

/** What nested queries seek by: without them one asks for the whole table in every row. */
const indexes =
  'create index on lineitem (l_orderkey); create index on lineitem (l_partkey, l_suppkey); create index on orders (o_custkey)';

/** Makes and fills the eight tables. */
export async function makeTpch(client: pg.Client, scale: number): Promise<void> {
  const texts = new TextPool();
  const counts = countsAt(scale);
  for (const [name, { columns }] of Object.entries(tpchTables)) await client.query(`create table ${name} (${columns})`);
  await fill(client, 'region', regionRows(texts));
  await fill(client, 'nation', nationRows(texts));
  await fill(client, 'supplier', supplierRows(counts, texts));
  await fill(client, 'customer', customerRows(counts, texts));
  await fill(client, 'part', partRows(counts, texts));
  await fill(client, 'partsupp', partSupplierRows(counts, texts));
  // lines are drawn with their orders, and wait for the next table
  const lines: string[] = [];
  await fill(client, 'orders', ordersAlone(orderRows(counts, texts, scale), lines));
  await copy(client, 'lineitem', lines);
  for (const [name, { key, columns }] of Object.entries(tpchTables))
    if (key > 0) {
      const names = columns.split(', ').slice(0, key);
      await client.query(`alter table ${name} add primary key (${names.map((one) => one.split(' ')[0]).join(', ')})`);
    }
  await client.query(`${indexes}; analyze`);
}

function* ordersAlone(orders: ReturnType<typeof orderRows>, lines: string[]): Generator<Row> {
  for (const one of orders) {
    lines.push(one.lines.map(lineOf).join(''));
    yield one.order;
  }
}

function fill(client: pg.Client, table: string, rows: Iterable<Row>): Promise<void> {
  return copy(client, table, textOf(rows));
}

/** No value has a tab, a backslash or an end of line in it. */
async function copy(client: pg.Client, table: string, lines: Iterable<string>): Promise<void> {
  const into = client.query(copyFrom(`copy ${table} from stdin`) as never) as unknown as NodeJS.WritableStream;
  await pipeline(Readable.from(lines), into);
}

function* textOf(rows: Iterable<Row>): Generator<string> {
  for (const row of rows) yield lineOf(row);
}

function lineOf(row: Row): string {
  return `${row.join('\t')}\n`;
}
