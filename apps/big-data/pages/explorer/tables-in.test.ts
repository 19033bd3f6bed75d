import { expect, test } from 'vitest';
import { tablesIn } from './tables-in.ts';

test.each([
  ['select * from orders o join "Line items" i on i.id = o.id', ['orders', 'Line items']],
  ['select 1 from public.orders, b', ['orders']],
  ['select * from `shop`.`orders` left join [dbo].[Items] x', ['orders', 'Items']],
  ["select 'from nowhere' -- from gone\nfrom 订单 /* join other */", ['订单']],
  ['select extract(year from at) from t', ['at', 't']],
  ['', []],
])('%s reads from %j', (sql, names) => {
  expect(tablesIn(sql)).toEqual(names);
});
