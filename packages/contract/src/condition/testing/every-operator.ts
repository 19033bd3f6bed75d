import { fieldKind, newField, type Field } from '../../forms/field.ts';
import type { FieldType } from '../../forms/field-types/registry.ts';
import { systemFields } from '../../forms/system-fields.ts';
import type { ValueKind } from '../../forms/values/value.ts';
import { comparisonFits, conditionDepth, type Comparison, type Condition, type ConditionValue } from '../condition.ts';
import { operators, operatorsFor } from '../operators.ts';

/** Numbers from 0 up to 1 that follow from a seed, so that what failed can be had again. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

const label = (zh: string, en: string) => ({ label: { zh, en } });
const options = [
  { id: 'a', ...label('甲', 'First') },
  { id: 'b', ...label('乙', 'Second') },
  { id: 'NULL', ...label('空', 'Blank') },
];
const tree = [...options, { id: 'c', ...label('丙', 'Third'), parent: 'a' }];

type Shaped = readonly [id: string, config?: object];

/** What related records and rows of the slave table hold. */
export const innerFields: Field[] = (
  [
    ['text', 'item'],
    ['number', 'price', { decimals: 1 }],
    ['date', 'due'],
    ['singleSelect', 'grade', { options }],
    ['dateRange', 'stay'],
    ['member', 'who'],
  ] as const
).map(([type, id, config]) => made(type, id, config));

/** Fields of every type, and of every kind of value a type can give; the compiler asks for one of each new type. */
function fieldsOfTypes(related: string): Record<FieldType, readonly Shaped[]> {
  const inner = (id: string) => {
    const field = innerFields.find((one) => one.id === id)!;
    return { relation: 'upper', field: id, source: { type: field.type, config: field.config, kind: fieldKind(field) } };
  };
  return {
    text: [['word']],
    longText: [['story']],
    number: [['num']],
    money: [['cost']],
    percent: [['share']],
    date: [['day']],
    dateTime: [['moment', { precision: 'second' }]],
    time: [['clock', { precision: 'minute' }]],
    dateRange: [
      ['days', { precision: 'day' }],
      ['hours', { precision: 'second' }],
    ],
    singleSelect: [['choice', { options }]],
    multiSelect: [['choices', { options }]],
    radio: [['mark', { options }]],
    checkbox: [['marks', { options }]],
    cascade: [['branch', { options: tree, anyLevel: true }]],
    treeSelect: [['twigs', { options: tree, multiple: true }]],
    switch: [['flag']],
    member: [
      ['people', { multiple: true }],
      ['person', { multiple: false }],
    ],
    department: [
      ['units', { multiple: true }],
      ['unit', { multiple: false }],
    ],
    post: [['posts', { multiple: true }]],
    role: [['roles', { multiple: true }]],
    attachment: [['files']],
    relation: [
      ['related', { form: related, cardinality: 'manyToMany', onDelete: 'refuse' }],
      ['upper', { form: related, cardinality: 'manyToOne', onDelete: 'refuse' }],
    ],
    lookup: innerFields.map(({ id }) => [`of${id}`, inner(id)] as const),
    formula: [
      ['twice', { expression: 'num * 2', result: 'number' }],
      ['greeting', { expression: 'if word = null then null else word + "!"', result: 'text' }],
      ['large', { expression: 'num > 3', result: 'boolean' }],
      ['nextday', { expression: 'day + duration("P1D")', result: 'date' }],
      ['anhour', { expression: 'moment + duration("PT1H")', result: 'dateTime' }],
    ],
    rollup: [
      ['partcount', { table: 'parts', function: 'count' }],
      ['partsum', { table: 'parts', function: 'sum', field: 'price' }],
      ['partnames', { table: 'parts', function: 'list', field: 'item' }],
      ['partdue', { table: '', relation: 'related', function: 'max', field: 'due', result: 'date' }],
    ],
    autoNumber: [['serial', { prefix: 'NO-', date: 'none', digits: 4, start: 1, reset: 'never' }]],
    email: [['mail']],
    phone: [['phone']],
    address: [['place', { depth: 3, detail: true, anyLevel: true }]],
    url: [['link']],
    identityNumber: [['idcard']],
    creditCode: [['company']],
    postalCode: [['postcode']],
    rating: [['stars']],
    slider: [['level']],
    colour: [['colour']],
    timeSlot: [['slot', { choice: 'free', opensAt: '00:00', closesAt: '24:00', daysAhead: 730 }]],
    concatenation: [
      [
        'joined',
        {
          parts: [
            { kind: 'field', field: 'word' },
            { kind: 'text', text: '-' },
            { kind: 'field', field: 'num' },
          ],
        },
      ],
    ],
    richText: [['rich', { maxLength: 1000, pictures: true }]],
    location: [['spot', { here: false }]],
    image: [['photos']],
    signature: [['sign']],
    barcode: [['code', { format: 'qr' }]],
    devicePoint: [['reading']],
    json: [['data']],
  };
}

function made(type: FieldType, id: string, config: object = {}): Field {
  const field = newField(type, { zh: id, en: id }, id);
  return { ...field, config: { ...field.config, ...config } } as Field;
}

/** A form's fields; `related` is the form that its relations name. */
export function everyField(related: string): Field[] {
  return Object.entries(fieldsOfTypes(related)).flatMap(([type, shaped]) =>
    shaped.map(([id, config]) => made(type as FieldType, id, config)),
  );
}

export const systemFieldList: Field[] = Object.values(systemFields);

/** What a comparison may be asked with: parts of values that are there, and of none. */
export type OperandPool = (field: Field) => readonly (string | number)[];

const searched = ['abc', 'B', '&', '<p>', '100%', 'x y', '"a": 1', '[1.5, {', '中', '_', '\\'];
const wordKinds: ReadonlySet<ValueKind> = new Set<ValueKind>(['text', 'html', 'place', 'json', 'address']);
const wordOperators: ReadonlySet<string> = new Set(['contains', 'notContains', 'startsWith', 'endsWith']);

const uuidRule = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Operands of random values for an operator, `many` of each shape that differs. */
export function comparisonsOf(field: Field, pool: OperandPool, random: Random, many: number): Comparison[] {
  const kind = fieldKind(field);
  const all = pool(field);
  const number = (from: number, to: number): number => Math.round((from + random() * (to - from)) * 100) / 100;
  return operatorsFor(kind).flatMap((operator) => {
    // of a reading devices are asked, words searched and figures compared
    const own =
      kind === 'reading'
        ? all.filter((operand) =>
            operators[operator] === 'list'
              ? uuidRule.test(String(operand))
              : wordOperators.has(operator) || typeof operand === 'number',
          )
        : all;
    const one = (): string | number =>
      wordKinds.has(kind) && wordOperators.has(operator) && random() < 0.7
        ? oneOf(random, searched)
        : oneOf(random, own);
    const shapes: Record<(typeof operators)[typeof operator], () => ConditionValue | undefined> = {
      none: () => undefined,
      one: () => (kind === 'boolean' ? random() < 0.5 : one()),
      list: () => Array.from({ length: 1 + Math.floor(random() * 3) }, one),
      range: () => [one(), one()],
      days: () => Math.floor(random() * (random() < 0.5 ? 10 : 4000)),
      circle: () => [number(-90, 90), number(-180, 180), number(0, 15_000)],
      box: () => [number(-90, 90), number(-180, 180), number(-90, 90), number(-180, 180)],
    };
    const shape = operators[operator];
    return Array.from({ length: shape === 'none' ? 1 : many }, () => {
      const value = shapes[shape]();
      return { field: field.id, operator, ...(value !== undefined && { value }) };
    }).filter((comparison) => comparisonFits(comparison, kind));
  });
}

/** A tree as deep as conditions may be, of these comparisons. */
export function deepest(comparisons: readonly Comparison[], random: Random, depth = conditionDepth): Condition {
  if (depth === 1) return oneOf(random, comparisons);
  const parts = [
    deepest(comparisons, random, depth - 1),
    ...Array.from({ length: Math.floor(random() * 3) }, () => oneOf(random, comparisons)),
  ];
  return random() < 0.5 ? { all: parts } : { any: parts };
}
