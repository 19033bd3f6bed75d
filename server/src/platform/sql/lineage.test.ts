import { describe, expect, it } from 'vitest';
import { sqlLineage, type Catalog } from './lineage.ts';

const tables: Record<string, string[]> = {
  orders: ['id', 'customer', 'amount', 'status', 'placed', 'region'],
  customers: ['id', 'name', 'city', 'level', 'region'],
  items: ['order_id', 'sku', 'qty', 'price', 'tags'],
  staff: ['id', 'boss', 'name', 'salary', 'dept'],
  订单: ['编号', '客户', '金额', '日期'],
  Mixed: ['Id', 'Full Name'],
};
const catalog: Catalog = ({ schema, name }) =>
  Object.hasOwn(tables, name) && (schema === '' || schema === 'public')
    ? { table: { schema: 'public', name }, columns: tables[name]! }
    : undefined;

/** `orders.amount>1` is a value of the first column, `filter orders.status` weighs on all rows, `window orders.region>2` on one column. */
async function edgesOf(sql: string): Promise<string[]> {
  const found = await sqlLineage(sql, catalog);
  if (found.problem !== undefined) return [`cannot: ${found.problem}`];
  return found.edges
    .map(({ from, to, how }) => {
      const name = `${from.table.name}.${from.column}`;
      return `${how === 'value' ? '' : `${how} `}${name}${to === null ? '' : `>${to + 1}`}`;
    })
    .sort();
}

/** Sixty texts, each with its edges as somebody reads them off by hand. */
const cases: [sql: string, edges: string][] = [
  ['select amount from orders', 'orders.amount>1'],
  ['select o.amount * 2 as twice, o.id from orders o', 'orders.amount>1, orders.id>2'],
  ['select * from items', 'items.order_id>1, items.sku>2, items.qty>3, items.price>4, items.tags>5'],
  [
    'select o.* from orders o where o.status = $1',
    'orders.id>1, orders.customer>2, orders.amount>3, orders.status>4, orders.placed>5, orders.region>6, filter orders.status',
  ],
  ['select count(*) from orders', ''],
  ['select count(*) from orders where amount > 10', 'filter orders.amount'],
  ['select region, sum(amount) from orders group by region', 'orders.region>1, orders.amount>2, group orders.region'],
  [
    'select region as r, sum(amount) s from orders group by r order by s desc',
    'orders.region>1, orders.amount>2, group orders.region, sort orders.amount',
  ],
  [
    'select region, avg(amount) from orders group by 1 having max(amount) > 5',
    'orders.region>1, orders.amount>2, group orders.region, filter orders.amount',
  ],
  [
    'select o.id, c.name from orders o join customers c on c.id = o.customer',
    'orders.id>1, customers.name>2, join customers.id, join orders.customer',
  ],
  [
    'select o.id, c.name from orders o left join customers c on c.id = o.customer where c.city = $1',
    'orders.id>1, customers.name>2, join customers.id, join orders.customer, filter customers.city',
  ],
  [
    'select region, o.id from orders o join customers c using (region)',
    'orders.region>1, orders.id>2, join orders.region, join customers.region',
  ],
  [
    'select region from orders right join customers using (region)',
    'customers.region>1, join orders.region, join customers.region',
  ],
  [
    'select region from orders full join customers using (region)',
    'orders.region>1, customers.region>1, join orders.region, join customers.region',
  ],
  [
    'select o.id, i.sku from orders o, items i where i.order_id = o.id',
    'orders.id>1, items.sku>2, filter items.order_id, filter orders.id',
  ],
  ['with t as (select id, amount from orders) select amount from t', 'orders.amount>1'],
  [
    'with t as (select id, amount from orders where status = $1) select t.* from t',
    'orders.id>1, orders.amount>2, filter orders.status',
  ],
  ['with a as (select id from orders), b as (select id from a) select id from b', 'orders.id>1'],
  ['with t(x, y) as (select id, amount from orders) select y + x from t', 'orders.id>1, orders.amount>1'],
  ['with orders as (select id as amount from customers) select amount from orders', 'customers.id>1'],
  [
    'with recursive up as (select id, boss, name from staff where id = 1 union all select s.id, s.boss, s.name from staff s join up on s.id = up.boss) select name from up',
    'staff.name>1, filter staff.id, join staff.id, join staff.boss',
  ],
  ['with recursive n(v) as (select 1 union all select v + 1 from n where v < 10) select v from n', ''],
  ['select x.total from (select sum(amount) as total from orders) x', 'orders.amount>1'],
  [
    'select x.r from (select region as r from orders where amount > 1) x where x.r <> $1',
    'orders.region>1, filter orders.amount, filter orders.region',
  ],
  [
    'select id from orders where customer in (select id from customers where city = $1)',
    'orders.id>1, filter orders.customer, filter customers.id, filter customers.city',
  ],
  [
    'select id from orders o where exists (select 1 from items i where i.order_id = o.id)',
    'orders.id>1, filter items.order_id, filter orders.id',
  ],
  [
    'select (select max(price) from items i where i.order_id = o.id) as m from orders o',
    'items.price>1, filter items.order_id>1, filter orders.id>1',
  ],
  ['select id from orders union all select id from customers', 'orders.id>1, customers.id>1'],
  [
    'select id as a, region from orders union select id, city from customers order by a',
    'orders.id>1, customers.id>1, orders.region>2, customers.city>2, sort orders.id, sort customers.id',
  ],
  ['select id from orders except select order_id from items', 'orders.id>1, filter items.order_id'],
  ['select coalesce(c.name, c.city, $1) from customers c', 'customers.name>1, customers.city>1'],
  ['select nullif(name, city) from customers', 'customers.name>1, customers.city>1'],
  ["select case when status = 'a' then amount else 0 end from orders", 'orders.amount>1, condition orders.status>1'],
  [
    "select case region when 'n' then amount when 's' then id end x from orders",
    'orders.amount>1, orders.id>1, condition orders.region>1',
  ],
  ['select sum(amount) filter (where status = $1) from orders', 'orders.amount>1, condition orders.status>1'],
  ['select count(*) filter (where status = $1) from orders', 'condition orders.status>1'],
  [
    'select id, row_number() over (partition by region order by placed) from orders',
    'orders.id>1, window orders.region>2, window orders.placed>2',
  ],
  [
    'select sum(amount) over w from orders window w as (partition by customer order by placed)',
    'orders.amount>1, window orders.customer>1, window orders.placed>1',
  ],
  ['select lag(amount, 1) over (order by placed) from orders', 'orders.amount>1, window orders.placed>1'],
  ["select string_agg(name, ',' order by salary) from staff", 'staff.name>1, sort staff.salary>1'],
  ['select percentile_cont(0.5) within group (order by amount) from orders', 'orders.amount>1'],
  [
    'select distinct on (region) region, amount from orders order by region, placed desc',
    'orders.region>1, orders.amount>2, group orders.region, sort orders.region, sort orders.placed',
  ],
  [
    'select o.id, l.n from orders o cross join lateral (select count(*) as n from items i where i.order_id = o.id) l',
    'orders.id>1, filter items.order_id, filter orders.id',
  ],
  [
    'select o.id, x.p from orders o left join lateral (select price p from items where order_id = o.id limit 1) x on true',
    'orders.id>1, items.price>2, filter items.order_id, filter orders.id',
  ],
  ['select sku, t from items, unnest(tags) as t', 'items.sku>1, items.tags>2, join items.tags'],
  ['select e.val, e.n from items i, unnest(i.tags) with ordinality as e(val, n)', 'items.tags>1, join items.tags'],
  ['select g from generate_series(1, 5) g', ''],
  ['-- amount\nselect id /* , amount */ from orders -- where region', 'orders.id>1'],
  ['select "Full Name", "Id" from "Mixed"', 'Mixed.Full Name>1, Mixed.Id>2'],
  [
    'select 客户, sum(金额) as 合计 from 订单 where 日期 > $1 group by 客户',
    '订单.客户>1, 订单.金额>2, filter 订单.日期, group 订单.客户',
  ],
  [
    'select a.name, b.name from staff a join staff b on a.boss = b.id',
    'staff.name>1, staff.name>2, join staff.boss, join staff.id',
  ],
  [
    'select s.name from staff s natural join (select id, dept from staff) d',
    'staff.name>1, join staff.id, join staff.dept',
  ],
  ['select amount::text || $1, upper(status) from orders', 'orders.amount>1, orders.status>2'],
  ['select greatest(amount, id), least(id, 3) from orders', 'orders.amount>1, orders.id>1, orders.id>2'],
  ['select amount from orders order by placed limit 10', 'orders.amount>1, sort orders.placed'],
  [
    'select region, grouping(region), sum(amount) from orders group by rollup (region, status)',
    'orders.region>1, orders.amount>3, group orders.region, group orders.status',
  ],
  ['select v.a, v.b from (values (1, 2), (3, 4)) v(a, b)', ''],
  ['insert into customers (id, name) select id, name from staff', 'staff.id>1, staff.name>2'],
  [
    'create table totals as select customer, sum(amount) as total from orders group by customer',
    'orders.customer>1, orders.amount>2, group orders.customer',
  ],
  [
    'update orders set amount = i.price * i.qty from items i where i.order_id = orders.id',
    'items.price>1, items.qty>1, filter items.order_id, filter orders.id',
  ],
];

describe('lineage of SQL', () => {
  it('has sixty texts', () => expect(cases).toHaveLength(60));

  it.each(cases)('%s', async (sql, edges) => {
    expect(await edgesOf(sql)).toEqual(edges === '' ? [] : edges.split(', ').sort());
  });

  it.each([
    ['select * from nobody_knows', 'star'],
    ['select x from nobody_knows a, nor_this b', 'ambiguous'],
    ['select id from orders o join unknown_one u on u.id = o.id', 'ambiguous'],
    ['select * from json_populate_record(null, $1) x', 'function'],
    ['delete from orders', 'writes'],
    ['selec id', 'syntax'],
    ['select 1; select 2', 'several'],
    ['select id\0 from orders', 'text'],
    ['select nothing_like_it from orders', 'column'],
  ])('says that it cannot read %s', async (sql, why) => {
    const found = await sqlLineage(sql, catalog);
    expect(found.problem).toBe(why);
    expect(found.edges).toEqual([]);
  });

  it('names the tables of what it cannot read', async () => {
    const { tables: named } = await sqlLineage('with t as (select 1) select * from t, other.things, orders', catalog);
    expect(named.map(({ schema, name }) => `${schema}.${name}`).sort()).toEqual(['other.things', 'public.orders']);
  });

  it('reads columns of a table that nobody knows where the statement leaves no doubt', async () => {
    expect(await edgesOf('select m.a, m.b + 1 from far m where m.c > 0')).toEqual([
      'far.a>1',
      'far.b>2',
      'filter far.c',
    ]);
  });

  it('reads names between backticks', async () => {
    expect(await edgesOf("select `id`, '`' from `orders`")).toEqual(['orders.id>1']);
  });
});
