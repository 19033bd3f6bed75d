import { expect, test } from 'vitest';
import { statementsOf } from './sql-statements.ts';

test('statements end at semicolons that are no part of a text, a name, a body or a comment', () => {
  expect(
    statementsOf(`-- first; of two
create table a (note text default 'a;b''c;');
do $$ begin perform 1; end $$;
create function f() returns text language sql as $body$ select ';' $body$; /* done; */
comment on table "a;b" is 'x'
;
-- nothing more;
`),
  ).toEqual([
    `-- first; of two
create table a (note text default 'a;b''c;')`,
    'do $$ begin perform 1; end $$',
    `create function f() returns text language sql as $body$ select ';' $body$`,
    `/* done; */
comment on table "a;b" is 'x'`,
  ]);
  expect(statementsOf('')).toEqual([]);
});
