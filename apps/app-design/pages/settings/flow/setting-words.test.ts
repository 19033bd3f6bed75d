import { ProcessEdge, ProcessNode, ProcessSettings } from '@formwork/contract/workflow/graph.ts';
import { hasText, loadTexts, setLocale } from '@formwork/web/i18n/i18n.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inWords, type Around } from './setting-words.ts';

/** Where a part stands, and what a condition was clicked together of, change nothing. */
const silent = new Set(['id', 'x', 'y', 'clicked']);
const settings = [
  ...new Set([...ProcessNode.options, ProcessEdge, ProcessSettings].flatMap(({ shape }) => Object.keys(shape))),
].filter((name) => !silent.has(name));

beforeAll(async () => {
  for (const locale of ['zh-CN', 'en'] as const)
    for (const area of ['flow-design', 'design']) await loadTexts(area, locale);
});

afterAll(() => setLocale('zh-CN'));

test.each(['zh-CN', 'en'] as const)('every setting of a process has a name in %s', async (locale) => {
  await setLocale(locale);
  expect(settings.filter((name) => !hasText(`flow-design.setting.${name}`))).toEqual([]);
});

test('what is no longer there is called so, not by its id', () => {
  const around = {
    graph: { nodes: [], edges: [], settings: { starters: [], administrators: [], urgeEveryMinutes: 30 } },
    form: { fields: [], tables: [] },
    formTitle: () => undefined,
    otherFields: [],
    wording: {
      t: (key: string) => (key === 'design.version.gone' ? 'gone' : key),
      locale: 'en',
      nameOf: () => undefined,
      fieldTitle: () => undefined,
      condition: (text: string) => text,
    },
  } as unknown as Around;
  const said = (setting: string, value: unknown) => [...inWords(setting, value, around)].flat().join(' ');
  const all = [
    said('source', 'idq'),
    said('target', 'idq'),
    said('form', 'idq'),
    said('fields', { idq: 'read' }),
    said('slaves', { idq: { access: 'read', add: false, remove: false, fields: { idq: 'read' } } }),
    said('wait', { by: 'field', field: 'idq' }),
    said('set', [{ field: 'idq', value: '1' }]),
    said('does', { what: 'call', method: 'POST', url: 'https://a.example', fields: ['idq'] }),
    said('administrators', ['idq']),
  ];
  for (const text of all) expect(text).not.toContain('idq');
});
