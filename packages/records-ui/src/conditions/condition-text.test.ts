import { readFileSync } from 'node:fs';
import { conditionFrom, type Condition } from '@formwork/contract/condition/condition.ts';
import { operators } from '@formwork/contract/condition/operators.ts';
import {
  comparisonsOf,
  deepest,
  everyField,
  innerFields,
  oneOf,
  randomOf,
  systemFieldList,
  type OperandPool,
} from '@formwork/contract/condition/testing/every-operator.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { describe, expect, test } from 'vitest';
import { filledText } from '@formwork/web/i18n/filled-text.ts';
import { parseQuery, queryText } from '@formwork/web/query-string.ts';
import { conditionFields } from './condition-fields.ts';
import { askedFields, comparisonText, conditionText, rowsText, rowsTitle, type Wording } from './condition-text.ts';
import { settled } from './edit.ts';
import { operandField } from './operand-field.ts';

/** Every field type times every operator: as a sentence people can read, through an address and back. */

const random = randomOf(7);
const person = '01890000-0000-7000-8000-000000000001';
const rows = [{ id: 'parts', title: { zh: '零件', en: 'Parts' }, fields: conditionFields(innerFields) }];
const fields = { ...conditionFields([...everyField('other'), ...systemFieldList]), rows };

const operandsOfKind: Record<ReturnType<typeof fieldKind>, (string | number)[]> = {
  text: ['泵 A', 'B'],
  number: [2, '12345678901234567890.5'],
  date: ['2026-05-02'],
  dateTime: ['2026-05-02T01:30:00.000Z'],
  time: ['08:00:00'],
  boolean: ['true'],
  option: ['a', 'b'],
  options: ['a', 'b'],
  people: [person],
  departments: ['d1'],
  posts: ['p1'],
  roles: ['r1'],
  records: [person],
  files: ['x'],
  dateRange: ['2026-05-02', '2026-05-09'],
  dateTimeRange: ['2026-05-02T01:30:00.000Z', '2026-05-09T01:30:00.000Z'],
  address: ['44', '4403'],
  slot: ['2026-05-02T01:30:00.000Z', '2026-05-02T02:30:00.000Z'],
  html: ['泵'],
  place: ['泵'],
  json: ['泵'],
  reading: [person, 2.5],
};
const pool: OperandPool = (field) => operandsOfKind[fieldKind(field)];

function wording(locale: 'zh-CN' | 'en'): Wording {
  const texts = JSON.parse(
    readFileSync(new URL(`../../../web/src/i18n/records.${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;
  return {
    t: (key, values) => filledText(texts, locale, key, values) ?? key,
    locale,
    nameOf: () => (locale === 'en' ? 'Somebody' : '某某'),
  };
}

const raw = /undefined|null(?!a)|NaN|\[object|\{\{|records\.|T\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}|…/;

describe.each(['zh-CN', 'en'] as const)('in %s', (locale) => {
  test('each operator of each field is a sentence with its operands in words', async () => {
    const words = wording(locale);
    for (const field of fields.list) {
      const said = new Map<string, string>();
      for (const comparison of comparisonsOf(field, pool, random, 2)) {
        const text = comparisonText(comparison, fields, words);
        expect(text, JSON.stringify(comparison)).not.toMatch(raw);
        expect(text.trim().length, JSON.stringify(comparison)).toBeGreaterThan(
          operators[comparison.operator] === 'none' ? 1 : 3,
        );
        expect(/\p{Script=Han}/u.test(words.t(`records.operator.${comparison.operator}`))).toBe(locale === 'zh-CN');
        // two operators of one field never read alike
        const name = comparisonText({ ...comparison, value: undefined }, fields, words);
        expect(said.get(name) ?? comparison.operator, `${field.type}: ${name}`).toBe(comparison.operator);
        said.set(name, comparison.operator);
      }
    }
  });

  test('options are named by their labels', async () => {
    const words = wording(locale);
    for (const id of ['choice', 'choices', 'mark', 'marks', 'branch', 'twigs', 'ofgrade']) {
      const kind = fields.kindOf(id)!;
      expect(
        comparisonText({ field: id, operator: kind === 'option' ? 'in' : 'hasAny', value: ['a', 'b'] }, fields, words),
      ).toMatch(locale === 'en' ? /First.*Second/ : /甲.*乙/);
    }
  });

  test('what rows are asked reads as well', async () => {
    const words = wording(locale);
    for (const fn of ['count', 'sum', 'avg', 'min', 'max'] as const)
      for (const operator of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const) {
        const part = {
          rows: 'parts',
          fn,
          ...(fn !== 'count' && { field: 'price' }),
          operator,
          value: operator === 'between' ? [0, 2] : 0,
          where: oneOf(random, comparisonsOf(innerFields[0]!, pool, random, 1)),
        };
        expect(`${rowsTitle(part, fields, words)} ${rowsText(part, fields, words)}`, JSON.stringify(part)).not.toMatch(
          raw,
        );
      }
  });
});

test('each has an input to be entered with, and comes through an address unchanged, however deep', () => {
  const all = fields.list.flatMap((field) => comparisonsOf(field, pool, random, 1));
  const through = (tree: object) =>
    conditionFrom(parseQuery(`?${queryText({ filter: JSON.stringify(tree), sort: '-day' })}`).filter as string);
  for (const comparison of all) {
    expect(through(comparison)).toEqual(comparison);
    expect(settled(comparison, fields.kindOf)).toEqual(comparison);
    const field = fields.byId.get(comparison.field) as Field;
    const shape = operators[comparison.operator];
    // the rest have inputs of their own: nothing, days, places, lists of words and regions
    if (shape === 'one' || shape === 'range')
      expect(operandField(field, comparison.operator), `${field.type} ${comparison.operator}`).toBeDefined();
  }
  for (let n = 0; n < 100; n++) {
    const tree = deepest(all, random);
    expect(through(tree)).toEqual(tree);
    expect(settled(tree, fields.kindOf)).toEqual(tree);
  }
});

test('a tree five deep is one sentence with its groups in brackets', async () => {
  const words = wording('en');
  const word = { field: 'word', operator: 'contains', value: 'M' } as const;
  const tree = {
    all: [word, { any: [word, { all: [word, { any: [word, { field: 'num', operator: 'gt', value: 2 } as const] }] }] }],
  };
  expect(conditionText(tree, fields, words)).toBe(
    'word contains M and (word contains M or (word contains M and (word contains M or num is more than 2)))',
  );
});

test('names are asked for of what rows of tables hold, too', () => {
  const where: Condition = {
    any: [
      { field: 'who', operator: 'hasAny', value: [person] },
      { field: 'item', operator: 'contains', value: 'x' },
    ],
  };
  expect(
    askedFields(
      {
        all: [
          { field: 'people', operator: 'hasNone', value: ['p'] },
          { rows: 'parts', fn: 'count', operator: 'gt', value: 0, where },
        ],
      },
      fields,
    ).map(({ field, ids }) => [field.id, ids]),
  ).toEqual([
    ['people', ['p']],
    ['who', [person]],
  ]);
});
