import { hasPage, withPage } from '@formwork/contract/first-files.ts';
import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { matchRoute } from '@formwork/contract/matcher.ts';
import { expect, test } from 'vitest';
import { firstRowsHtml } from './first-rows.ts';

const id = '01890000-0000-7000-8000-000000000000';
const reading = { locale: 'en', timeZone: 'America/New_York' } as const;

const definition: FormDefinition = {
  ...blankDefinition({ zh: '水泵', en: 'Pumps' }),
  fields: [
    newField('dateTime', { zh: '时间', en: 'At' }, 'at'),
    newField('text', { zh: '名称', en: 'Name' }, 'name'),
    newField('member', { zh: '人', en: 'Person' }, 'who'),
    { ...newField('text', { zh: '密', en: 'Secret' }, 'secret'), hidden: true },
  ],
  titleField: 'name',
};
const values = { name: '<b>P-1</b>', at: '2026-03-08T12:00:00.000Z', who: [id], secret: 'not for eyes' };
const answers = {
  '/space-demo/api/records/pumps/plan': JSON.stringify({ definition }),
  '/space-demo/api/records/pumps?limit=100': JSON.stringify({ rows: [{ id, version: 1, values }] }),
  [`/space-demo/api/records/pumps/${id}`]: JSON.stringify({ id, values }),
};
const at = (path: string) => matchRoute(path)!;

test('a list begins with its first rows: the name first, what needs no other answer, in the zone of the enterprise', () => {
  const html = firstRowsHtml(at('/app/!/abc'), answers, reading);
  expect(html).toContain('<h1>Pumps</h1>');
  expect(html).toContain('<tr><th>Name<th>At');
  expect(html).toContain('<td>&lt;b&gt;P-1&lt;/b&gt;<td>2026-03-08 08:00');
  expect(html).not.toMatch(/Person|not for eyes|Secret/);
});

test('a record begins with its name and what it holds', () => {
  const html = firstRowsHtml(at('/abc/detail/pumps'), answers, reading);
  expect(html).toContain('<h1>&lt;b&gt;P-1&lt;/b&gt;</h1>');
  expect(html).toContain('<td>At<td>2026-03-08 08:00');
  expect(html).not.toMatch(/not for eyes|Secret/);
});

test('where an answer is missing, or nothing waits, there is nothing', () => {
  expect(firstRowsHtml(at('/app/!/abc'), {}, reading)).toBe('');
  expect(firstRowsHtml(at('/user/workbench'), { '/api/workflow/todo?limit=50': '{"rows":[]}' }, reading)).toBe('');
  expect(firstRowsHtml(at('/user/messagecenter'), answers, reading)).toBe('');
});

test('a browser tells which pages of a build it has, the last eight', () => {
  let cookie = withPage(undefined, 'b1', 'home');
  expect([hasPage(cookie, 'b1', 'home'), hasPage(cookie, 'b2', 'home'), hasPage(cookie, 'b1', 'workbench')]).toEqual([
    true,
    false,
    false,
  ]);
  for (let n = 0; n < 9; n += 1) cookie = withPage(cookie, 'b1', `page${n}`);
  expect(cookie.split('.')).toHaveLength(9);
  expect(withPage(cookie, 'b2', 'home')).toBe('b2.home');
});
