import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { loadTexts, setLocale, t } from '@formwork/web/i18n/i18n.ts';
import { beforeAll, expect, test } from 'vitest';
import { blankTitles } from './blank-titles.ts';
import { problemWords } from './problem-words.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: ' ' },
  titleField: null,
  fields: [
    newField('formula', { zh: '含税' }, 'aaa'),
    newField('formula', { zh: '合计' }, 'bbb'),
    newField('text', { zh: '', en: 'Note' }, 'ccc'),
  ],
  tables: [{ id: 'ddd', title: { zh: '' }, fields: [newField('text', { zh: '' }, 'eee')] }],
  layout: [
    {
      id: 'fff',
      columns: 1,
      items: [{ kind: 'button', id: 'ggg', title: { zh: '' }, action: { does: 'print', template: null } }],
    },
  ],
};

beforeAll(async () => {
  for (const area of ['errors', 'design', 'feel', 'formula']) await loadTexts(area, 'zh-CN');
  await setLocale('zh-CN');
});

test('a circle is told with the way round, a wrong expression with where it stands and why', () => {
  const say = (code: 'forms.problem.cycle' | 'forms.problem.expression', data: Record<string, string>) =>
    problemWords({ code, level: 'error', data }, definition, 'zh-CN', t);
  expect(say('forms.problem.cycle', { way: 'aaa bbb aaa' })).toContain('含税 → 合计 → 含税');
  expect(
    say('forms.problem.expression', { property: 'hiddenIf', reason: 'feel.unknown_name', name: '不存在' }),
  ).toMatch(/^隐藏条件：.*不存在/);
  expect(say('forms.problem.expression', { property: 'hiddenIf', reason: 'unheard.of' })).toBe(
    t('forms.problem.expression'),
  );
});

test('whatever has no Chinese title is named by its place', () => {
  expect(blankTitles(definition).map(({ code: _code, level: _level, ...place }) => place)).toEqual([
    {},
    { field: 'ccc' },
    { table: 'ddd' },
    { table: 'ddd', field: 'eee' },
    { part: 'ggg' },
  ]);
});
