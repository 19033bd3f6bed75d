import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { Comparison, Condition } from '@formwork/contract/condition/condition.ts';
import type { Calc, Click } from './click.ts';

const is = (field: string, operator: Comparison['operator'], value?: Comparison['value']): Comparison => ({
  field,
  operator,
  ...(value !== undefined && { value }),
});
const all = (...conditions: Condition[]): Condition => ({ all: conditions });
/** From a day on and before another. */
const within = (field: string, from: string, before: string): Condition[] => [
  is(field, 'gte', from),
  is(field, 'lt', before),
];
const sum = (field: string): Partial<ChartUse> => ({ field, fn: 'sum' });
const average = (field: string): Partial<ChartUse> => ({ field, fn: 'avg' });
const field = (name: string, more: Partial<ChartUse> = {}) => ({ field: name, ...more });
const most = (n?: number): Partial<ChartUse> => ({
  sort: { by: 'value', desc: true },
  ...(n !== undefined && { top: { n, rest: false } }),
});

const revenue: Calc = { kind: 'number', expression: 'a * (1 - b)', of: ['lextendedprice', 'ldiscount'] };
const before = (one: string, other: string): Calc => ({ kind: 'boolean', expression: 'a < b', of: [one, other] });
const yearOf = (date: string): Calc => ({ kind: 'number', expression: 'a.year', of: [date] });

const line = { of: 'lineitem' };
const order = { of: 'orders', on: { o_orderkey: 'line.l_orderkey' } };
const customer = { of: 'customer', on: { c_custkey: 'order.o_custkey' } };
const supplier = { of: 'supplier', on: { s_suppkey: 'line.l_suppkey' } };
const part = { of: 'part', on: { p_partkey: 'line.l_partkey' } };
const price = ['line.l_extendedprice', 'line.l_discount'];

/** Query 19: what of a brand counts, in which containers, how many at least and how large. */
const packed = (brand: string, containers: string, least: number, size: number): Condition =>
  all(
    is('pbrand', 'eq', brand),
    is('pcontainer', 'in', containers.split(', ')),
    is('lquantity', 'between', [least, least + 10]),
    is('psize', 'between', [1, size]),
    is('lshipmode', 'in', ['AIR', 'AIR REG']),
    is('lshipinstruct', 'eq', 'DELIVER IN PERSON'),
  );

/** Queries that tables joined by click, fields worked out, conditions and a table can say. */
export const tpchClicks: readonly Click[] = [
  {
    number: 1,
    tables: { line },
    reads: [
      ...price,
      ...['l_returnflag', 'l_linestatus', 'l_quantity', 'l_tax', 'l_shipdate'].map((name) => `line.${name}`),
    ],
    calcs: { paid: revenue, charge: { kind: 'number', expression: 'a * (1 + b)', of: ['paid', 'ltax'] } },
    where: is('lshipdate', 'lte', '1998-09-02'),
    row: { l_returnflag: field('lreturnflag'), l_linestatus: field('llinestatus') },
    y: {
      sum_qty: sum('lquantity'),
      sum_base_price: sum('lextendedprice'),
      sum_disc_price: sum('paid'),
      sum_charge: sum('charge'),
      avg_qty: average('lquantity'),
      avg_price: average('lextendedprice'),
      avg_disc: average('ldiscount'),
      count_order: { fn: 'count' },
    },
  },
  {
    number: 3,
    tables: { line, order, customer },
    reads: [
      ...price,
      'line.l_orderkey',
      'line.l_shipdate',
      'order.o_orderdate',
      'order.o_shippriority',
      'customer.c_mktsegment',
    ],
    calcs: { paid: revenue },
    where: all(
      is('cmktsegment', 'eq', 'BUILDING'),
      is('oorderdate', 'lt', '1995-03-15'),
      is('lshipdate', 'gt', '1995-03-15'),
    ),
    row: {
      l_orderkey: field('lorderkey', most(10)),
      o_orderdate: field('oorderdate'),
      o_shippriority: field('oshippriority'),
    },
    y: { revenue: sum('paid') },
  },
  {
    number: 4,
    tables: { line, order },
    reads: ['line.l_orderkey', 'line.l_commitdate', 'line.l_receiptdate', 'order.o_orderdate', 'order.o_orderpriority'],
    calcs: { late: before('lcommitdate', 'lreceiptdate') },
    where: all(...within('oorderdate', '1993-07-01', '1993-10-01'), is('late', 'isTrue')),
    row: { o_orderpriority: field('oorderpriority') },
    y: { order_count: { field: 'lorderkey', fn: 'distinct' } },
  },
  {
    number: 5,
    tables: {
      line,
      order,
      customer,
      supplier: { of: 'supplier', on: { s_suppkey: 'line.l_suppkey', s_nationkey: 'customer.c_nationkey' } },
      nation: { of: 'nation', on: { n_nationkey: 'supplier.s_nationkey' } },
      region: { of: 'region', on: { r_regionkey: 'nation.n_regionkey' } },
    },
    reads: [...price, 'order.o_orderdate', 'nation.n_name', 'region.r_name'],
    calcs: { paid: revenue },
    where: all(is('rname', 'eq', 'ASIA'), ...within('oorderdate', '1994-01-01', '1995-01-01')),
    row: { n_name: field('nname', most()) },
    y: { revenue: sum('paid') },
  },
  {
    number: 6,
    tables: { line },
    reads: [...price, 'line.l_quantity', 'line.l_shipdate'],
    calcs: { saved: { kind: 'number', expression: 'a * b', of: ['lextendedprice', 'ldiscount'] } },
    where: all(
      ...within('lshipdate', '1994-01-01', '1995-01-01'),
      is('ldiscount', 'between', [0.05, 0.07]),
      is('lquantity', 'lt', 24),
    ),
    y: { revenue: sum('saved') },
  },
  {
    number: 7,
    tables: {
      line,
      order,
      customer,
      supplier,
      seller: { of: 'nation', on: { n_nationkey: 'supplier.s_nationkey' } },
      buyer: { of: 'nation', on: { n_nationkey: 'customer.c_nationkey' } },
    },
    reads: [...price, 'line.l_shipdate', 'seller.n_name', 'buyer.n_name'],
    calcs: { paid: revenue, year: yearOf('lshipdate') },
    where: all(is('lshipdate', 'between', ['1995-01-01', '1996-12-31']), {
      any: [
        all(is('sellername', 'eq', 'FRANCE'), is('buyername', 'eq', 'GERMANY')),
        all(is('sellername', 'eq', 'GERMANY'), is('buyername', 'eq', 'FRANCE')),
      ],
    }),
    row: { supp_nation: field('sellername'), cust_nation: field('buyername'), l_year: field('year') },
    y: { revenue: sum('paid') },
  },
  {
    number: 9,
    tables: {
      line,
      part,
      supplier,
      offer: { of: 'partsupp', on: { ps_partkey: 'line.l_partkey', ps_suppkey: 'line.l_suppkey' } },
      order,
      nation: { of: 'nation', on: { n_nationkey: 'supplier.s_nationkey' } },
    },
    reads: [...price, 'line.l_quantity', 'part.p_name', 'offer.ps_supplycost', 'order.o_orderdate', 'nation.n_name'],
    calcs: {
      paid: revenue,
      profit: { kind: 'number', expression: 'a - b * c', of: ['paid', 'pssupplycost', 'lquantity'] },
      year: yearOf('oorderdate'),
    },
    where: is('pname', 'contains', 'green'),
    row: { nation: field('nname'), o_year: field('year', { sort: { by: 'label', desc: true } }) },
    y: { sum_profit: sum('profit') },
  },
  {
    number: 10,
    tables: { line, order, customer, nation: { of: 'nation', on: { n_nationkey: 'customer.c_nationkey' } } },
    reads: [
      ...price,
      'line.l_returnflag',
      'order.o_orderdate',
      'nation.n_name',
      ...['c_custkey', 'c_name', 'c_acctbal', 'c_address', 'c_phone', 'c_comment'].map((name) => `customer.${name}`),
    ],
    calcs: { paid: revenue },
    where: all(...within('oorderdate', '1993-10-01', '1994-01-01'), is('lreturnflag', 'eq', 'R')),
    row: {
      c_custkey: field('ccustkey', most(20)),
      c_name: field('cname'),
      c_acctbal: field('cacctbal'),
      n_name: field('nname'),
      c_address: field('caddress'),
      c_phone: field('cphone'),
      c_comment: field('ccomment'),
    },
    y: { revenue: sum('paid') },
  },
  {
    number: 12,
    tables: { line, order },
    reads: [
      ...['l_shipmode', 'l_shipdate', 'l_commitdate', 'l_receiptdate'].map((name) => `line.${name}`),
      'order.o_orderpriority',
    ],
    calcs: {
      high: { kind: 'number', expression: 'if a in ("1-URGENT", "2-HIGH") then 1 else 0', of: ['oorderpriority'] },
      low: { kind: 'number', expression: '1 - a', of: ['high'] },
      late: before('lcommitdate', 'lreceiptdate'),
      ready: before('lshipdate', 'lcommitdate'),
    },
    where: all(
      is('lshipmode', 'in', ['MAIL', 'SHIP']),
      is('late', 'isTrue'),
      is('ready', 'isTrue'),
      ...within('lreceiptdate', '1994-01-01', '1995-01-01'),
    ),
    row: { l_shipmode: field('lshipmode') },
    y: { high_line_count: sum('high'), low_line_count: sum('low') },
  },
  {
    number: 14,
    tables: { line, part },
    reads: [...price, 'line.l_shipdate', 'part.p_type'],
    calcs: {
      paid: revenue,
      promoted: { kind: 'number', expression: 'if starts with(a, "PROMO") then b else 0', of: ['ptype', 'paid'] },
    },
    where: all(...within('lshipdate', '1995-09-01', '1995-10-01')),
    y: {
      promo_revenue: {
        calc: {
          expression: '100 * p / r',
          parts: [
            { name: 'p', field: 'promoted', fn: 'sum' },
            { name: 'r', field: 'paid', fn: 'sum' },
          ],
        },
      },
    },
  },
  {
    number: 18,
    tables: { line, order, customer },
    reads: [
      'line.l_quantity',
      'customer.c_name',
      'customer.c_custkey',
      ...['o_orderkey', 'o_orderdate', 'o_totalprice'].map((name) => `order.${name}`),
    ],
    row: {
      o_totalprice: field('ototalprice', { sort: { by: 'label', desc: true }, top: { n: 100, rest: false } }),
      o_orderdate: field('oorderdate', { sort: { by: 'label' } }),
      c_name: field('cname'),
      c_custkey: field('ccustkey'),
      o_orderkey: field('oorderkey'),
    },
    y: { sum_quantity: { ...sum('lquantity'), only: [{ is: 'gt', value: '300' }] } },
  },
  {
    number: 19,
    tables: { line, part },
    reads: [
      ...price,
      ...['l_quantity', 'l_shipmode', 'l_shipinstruct'].map((name) => `line.${name}`),
      ...['p_brand', 'p_container', 'p_size'].map((name) => `part.${name}`),
    ],
    calcs: { paid: revenue },
    where: {
      any: [
        packed('Brand#12', 'SM CASE, SM BOX, SM PACK, SM PKG', 1, 5),
        packed('Brand#23', 'MED BAG, MED BOX, MED PKG, MED PACK', 10, 10),
        packed('Brand#34', 'LG CASE, LG BOX, LG PACK, LG PKG', 20, 15),
      ],
    },
    y: { revenue: sum('paid') },
  },
];
