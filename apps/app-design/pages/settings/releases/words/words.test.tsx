import { formsApi } from '@formwork/contract/forms/api.ts';
import {
  FormDefinition,
  LayoutItem,
  Section,
  SlaveTable,
  type FormDefinition as Definition,
} from '@formwork/contract/forms/definition.ts';
import { configSchema, fieldTypeNames, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { q, queryClient } from '@formwork/web/http/query.ts';
import { loadTexts, setLocale, t } from '@formwork/web/i18n/i18n.ts';
import { PageContext } from '@formwork/web/router/page-context.ts';
import type { PageInstance } from '@formwork/web/router/router.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ConfigProps } from '../../form/configs/parts.tsx';
import { configEditors } from '../../form/configs/registry.ts';
import { Inspector } from '../../form/Inspector.tsx';
import type { Selection } from '../../form/edits.ts';
import { configSettings } from './config-settings.ts';
import { fieldSettings, formSettings, tableSettings } from './definition-settings.ts';
import { differencesOf, inWords } from './differences.ts';
import { formulaWords } from './formula-words.ts';
import { itemSettings, sectionSettings } from './layout-settings.ts';
import type { Around, Setting } from './setting.ts';

type AnySettings = Readonly<Record<string, Setting<never, never> | null>>;

const locales = ['zh-CN', 'en'] as const;
/** What people wrote themselves, and may read again as it is. */
const typed = new Set([
  'placeholder',
  'pattern',
  'unit',
  'prefix',
  'on',
  'off',
  'earliest',
  'latest',
  'opensAt',
  'closesAt',
  'text',
  'expression',
  'name',
  'value',
  'zh',
  'en',
]);
const id = 'idqself';
/** Ids, JSON, and values that nobody put into words. */
const raw = /idq|[{}"]|\[object|undefined|null|design\./;

beforeAll(async () => {
  // queries are kept by the space that the address names
  vi.stubGlobal('location', { pathname: '/' });
  for (const locale of locales)
    for (const area of ['shell', 'ui', 'errors', 'design', 'records', 'formula', 'feel']) await loadTexts(area, locale);
});

describe.each(locales)('in %s', (locale) => {
  beforeAll(() => setLocale(locale));
  afterAll(() => setLocale('zh-CN'));

  test.each(fieldTypeNames)(
    'each setting of %s is called as in its panel and reads as words, whatever is set',
    async (type) => {
      const settings: AnySettings = configSettings[type];
      expect(Object.keys(settings).toSorted()).toEqual(Object.keys(shapeOf(configSchema(type))).toSorted());
      const configs = samples(configSchema(type)) as Record<string, unknown>[];
      const panel = (await Promise.all(configs.map((config) => panelOf(type, config)))).join('');
      for (const setting of Object.values(settings)) if (setting) expect(panel).toContain(escaped(t(setting.label)));
      for (const config of configs) {
        for (const { label, said } of inWords(config, settings, around(locale)).values())
          for (const line of [label, said].flat()) expect(line, label).not.toMatch(raw);
      }
    },
  );

  test('so are the settings of every field, of tables, sections, what stands in them, and of the form', async () => {
    const every: [AnySettings, Selection[], string[]][] = [
      // kept in order by the administrator of the tables, not by who designs
      [
        fieldSettings,
        [
          { kind: 'field', field: 'idqnumber' },
          { kind: 'field', field: 'idqlookup' },
          { kind: 'field', field: 'idqselect' },
          { kind: 'field', field: 'idqunique', table: 'idqrows' },
        ],
        ['type', 'indexed'],
      ],
      [tableSettings, [{ kind: 'table', table: 'idqrows' }], []],
      [formSettings, [{ kind: 'form' }], ['tabGroups']],
      [sectionSettings, [{ kind: 'section', section: 'idqsection' }], ['items']],
      [itemSettings.field, [{ kind: 'field', field: 'idqnumber' }], []],
      [itemSettings.table, [{ kind: 'table', table: 'idqrows' }], []],
      ...(['remark', 'divider', 'button', 'embed'] as const).map((kind): [AnySettings, Selection[], string[]] => [
        itemSettings[kind],
        [{ kind: 'item', section: 'idqsection', item: `idq${kind}` }],
        [],
      ]),
    ];
    for (const [settings, selections, elsewhere] of every) {
      const panel = (await Promise.all(selections.map(inspectorOf))).join('');
      for (const [key, setting] of Object.entries(settings)) {
        if (!setting) continue;
        expect(t(setting.label)).not.toBe(setting.label);
        if (!elsewhere.includes(key)) expect(panel).toContain(escaped(t(setting.label)));
      }
    }
  });

  test('what came, went or changed shows no id and no JSON', () => {
    const [before, after] = [around(locale, blank), around(locale)];
    const changes = [
      { kind: 'changed' as const, what: 'form' as const },
      { kind: 'changed' as const, what: 'layout' as const },
      { kind: 'added' as const, what: 'table' as const, table: 'idqrows' },
      { kind: 'changed' as const, what: 'layout' as const, table: 'idqrows' },
      ...whole.fields.map(({ id: field }) => ({ kind: 'added' as const, what: 'field' as const, field })),
      ...whole.tables[0]!.fields.map(({ id: field }) => ({
        kind: 'added' as const,
        what: 'field' as const,
        table: 'idqrows',
        field,
      })),
    ];
    const all = [
      ...changes.map((change) => differencesOf(change, before, after)),
      ...changes.map((change) => differencesOf(change, after, before)),
    ];
    expect(all.every((differences) => differences.length > 0)).toBe(true);
    for (const { label, before: was, after: is } of all.flat())
      for (const line of [label, was, is].flat()) expect(line, label).not.toMatch(raw);
  });
});

test('a formula is read with titles, also of options, rows and what every record carries', () => {
  const say = formulaWords(whole, 'zh-CN');
  expect(say('idqselect = "idqone" and idqnumber > 3 and _createdAt < now()')).toBe(
    '选择 = "一" and 数字 > 3 and 创建时间 < now()',
  );
  expect(say('sum(idqrows.idqunique)')).toBe('sum(明细.物料)');
  expect(formulaWords(whole, 'zh-CN', { table: 'idqrows' })('idqunique = "idqnumber"')).toBe('物料 = "idqnumber"');
});

test('of two settings that are the same nothing is told, a change only once', async () => {
  await setLocale('en');
  const changed = {
    ...whole,
    fields: whole.fields.map(
      (field) =>
        (field.id === 'idqnumber'
          ? { ...field, required: false, config: { ...field.config, max: 9 } }
          : field) as Field,
    ),
  };
  expect(
    differencesOf(
      { kind: 'changed', what: 'field', field: 'idqnumber' },
      around('zh-CN'),
      around('zh-CN', changed),
    ).map(({ before, after }) => [before, after]),
  ).toEqual([
    ['Yes', 'No'],
    ['5', '9'],
  ]);
  await setLocale('zh-CN');
});

function text(zh: string) {
  return { zh, en: zh };
}

const link = { field: 'idqother', offers: { idqone: ['idqone'], idqlost: ['idqlost'] } };
const condition = 'idqnumber > 3';
const base = { hiddenIf: condition, requiredIf: condition, readOnlyIf: condition, help: text('帮助') };
const options = [
  { id: 'idqone', label: text('一'), color: 'red' as const },
  { id: 'idqtwo', label: text('二'), retired: true },
];
const numberField = {
  ...newField('number', text('数字'), 'idqnumber'),
  ...base,
  required: true,
  defaultValue: 3,
  defaultFormula: '1 + 1',
  compare: [{ operator: 'gt' as const, to: 'idqfigure' }],
  validIf: condition,
  validText: text('不对'),
  uniqueIf: condition,
  width: 90,
  config: { max: 5 },
};
const rows: SlaveTable = {
  id: 'idqrows',
  title: text('明细'),
  minRows: 1,
  maxRows: 9,
  totals: ['idqunique'],
  fields: [
    {
      ...newField('text', text('物料'), 'idqunique'),
      unique: true,
      uniqueWithin: 'record',
      readOnly: true,
      hidden: true,
    },
  ],
  generators: [
    {
      id: 'idqrule',
      title: text('规则'),
      source: { by: 'options', field: 'idqselect' },
      values: [{ field: 'idqunique', value: 'each' }],
    },
  ],
};
const whole: Definition = {
  format: 1,
  title: text('整表'),
  help: text('帮助'),
  titleField: 'idqtext',
  listFields: ['idqtext', '_createdAt', 'idqlost'],
  tables: [rows],
  tabGroups: [{ id: 'idqtabs', style: 'steps', hiddenIf: condition }],
  fields: [
    newField('text', text('文字'), 'idqtext'),
    numberField,
    newField('number', text('另一数字'), 'idqfigure'),
    {
      ...newField('singleSelect', text('选择'), 'idqselect'),
      ...base,
      optionsBy: link,
      optionsFormula: 'idqrows.idqunique',
      defaultValue: 'idqone',
      config: { options },
    },
    { ...newField('singleSelect', text('别的选择'), 'idqother'), config: { options } },
    { ...newField('member', text('人'), 'idqmember'), defaultValue: ['idqperson'] },
    {
      ...newField('relation', text('关联'), 'idqrelation'),
      config: {
        form: id,
        cardinality: 'manyToOne',
        onDelete: 'refuse',
        columns: ['idqtext'],
        choosable: [
          { field: 'idqselect', operator: 'in', value: ['idqone'] },
          { field: 'idqnumber', operator: 'gt', from: 'idqfigure' },
        ],
        fill: [{ from: 'idqtext', to: 'idqlost' }],
      },
    },
    { ...newField('lookup', text('引用'), 'idqlookup'), config: { relation: 'idqrelation', field: 'idqtext' } },
    {
      ...newField('rollup', text('汇总'), 'idqrollup'),
      config: { table: 'idqrows', function: 'list', field: 'idqunique' },
    },
  ],
  layout: [
    {
      id: 'idqsection',
      columns: 2,
      folded: true,
      foldedIf: condition,
      hiddenIf: condition,
      title: text('分区'),
      items: [
        { kind: 'field', field: 'idqnumber', span: 2 },
        { kind: 'table', table: 'idqrows', hiddenIf: condition },
        { kind: 'remark', id: 'idqremark', text: text('说明') },
        { kind: 'divider', id: 'idqdivider' },
        {
          kind: 'button',
          id: 'idqbutton',
          title: text('按钮'),
          primary: true,
          action: { does: 'fill', values: [{ field: 'idqnumber', value: 'idqfigure + 1' }] },
        },
        { kind: 'button', id: 'idqprint', title: text('打印'), action: { does: 'print', template: 'idqtemplate' } },
        { kind: 'embed', id: 'idqembed', address: 'idqtext', height: 300 },
      ],
    },
    { id: 'idqtab', columns: 1, tabs: 'idqtabs', items: [] },
  ],
};
const blank: Definition = {
  format: 1,
  title: text('空'),
  fields: [],
  tables: [],
  layout: [{ id: 'idqsection', columns: 1, items: [] }],
  titleField: null,
};

function around(locale: string, definition = whole): Around {
  return {
    t,
    locale,
    definition,
    formula: formulaWords(definition, locale),
    nameOf: () => undefined,
    formTitle: () => '表单',
    formFields: () => definition.fields,
    referrer: () => ({ title: '关系', fields: definition.fields }),
    dictionary: () => '字典',
    product: () => '产品',
    point: () => '点位',
    template: () => '模板',
  };
}

/** The panel of a type as the inspector draws it. */
function panelOf(type: FieldType, config: Record<string, unknown>): Promise<string> {
  const Editor = configEditors[type] as (props: ConfigProps<unknown>) => React.ReactNode;
  return drawn(
    <Editor
      config={type === 'relation' ? { ...config, form: id } : config}
      definition={whole}
      table={undefined}
      onChange={() => {}}
    />,
  );
}

function inspectorOf(selection: Selection): Promise<string> {
  const definition = { ...whole, layout: [{ ...whole.layout[0]!, tabs: undefined }, whole.layout[1]!] } as Definition;
  return drawn(
    <Inspector
      formId="f"
      release={null}
      definition={definition}
      problems={[]}
      selection={selection}
      edit={() => {}}
      onSelect={() => {}}
      onRemove={() => {}}
      onCopy={() => {}}
    />,
  );
}

/** What only browsers can draw, such as the editor of formulas, is left out. */
async function drawn(node: React.ReactNode): Promise<string> {
  queryClient.setQueryData(q(formsApi.listApps).queryKey, { apps: [] });
  const page = { params: { tableId: id }, query: {}, key: 'page' } as unknown as PageInstance;
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <PageContext value={page}>{node}</PageContext>
    </QueryClientProvider>,
    { onError: () => {} },
  );
  return new Response(prelude).text();
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
}

type AnySchema = ReturnType<typeof configSchema>;

interface Schema {
  type: string;
  innerType?: AnySchema;
  element?: AnySchema;
  items?: AnySchema[];
  options?: AnySchema[];
  values?: unknown[];
  entries?: Record<string, unknown>;
}

function defOf(schema: AnySchema): Schema {
  return schema.def;
}

function shapeOf(schema: AnySchema): Record<string, AnySchema> {
  return (schema as unknown as { shape: Record<string, AnySchema> }).shape;
}

/** Values of a schema: with all that may be left out and with nothing of it, each choice once. */
function samples(schema: AnySchema, key = ''): unknown[] {
  const { type, innerType, element, items, options: either, values, entries } = defOf(schema);
  if (type === 'optional') return [...samples(innerType!, key), undefined];
  if (type === 'default' || type === 'nullable') return samples(innerType!, key);
  if (type === 'object') return objects(shapeOf(schema));
  if (type === 'array') return [samples(element!, key).filter((one) => one !== undefined), []];
  if (type === 'tuple') return [items!.map((item) => samples(item)[0])];
  if (type === 'union') return either!.flatMap((one) => samples(one, key));
  if (type === 'enum') return Object.values(entries!);
  if (type === 'literal') return values!;
  if (type === 'boolean') return [true, false];
  if (type === 'number') return [3];
  if (type === 'null' || type === 'unknown') return [null];
  if (type === 'string') return [typed.has(key) ? 'typed' : 'idqsample'];
  throw new Error(`no sample for ${type}`);
}

function objects(shape: Record<string, AnySchema>): Record<string, unknown>[] {
  const all = Object.entries(shape).map(([key, schema]) => [key, samples(schema, key)] as const);
  const most = Math.max(1, ...all.map(([, values]) => values.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(all.map(([key, values]) => [key, values[at % values.length]])),
  );
}

test('no part of a form is without words', () => {
  const without = (schema: AnySchema, settings: object, ...left: string[]) =>
    expect(
      Object.keys(shapeOf(schema))
        .filter((key) => !left.includes(key))
        .toSorted(),
    ).toEqual(Object.keys(settings).toSorted());
  without(FormDefinition, formSettings);
  without(SlaveTable, tableSettings, 'id');
  without(Section, sectionSettings, 'id');
  for (const item of LayoutItem.options) without(item, itemSettings[item.shape.kind.value], 'kind');
});
