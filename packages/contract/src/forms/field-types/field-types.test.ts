import { describe, expect, test } from 'vitest';
import { Field, newField } from '../field.ts';
import { FormDefinition, blankDefinition, completeLayout } from '../definition.ts';
import { fieldTypeNames, fieldTypes, fieldTypeSpec, type FieldType } from './registry.ts';

const parse = (type: FieldType, value: unknown, config: object = {}): unknown => {
  const full = { ...fieldTypes[type].initial, ...config };
  const parsed = fieldTypeSpec(type).parse(value, full, 'Asia/Shanghai');
  return parsed.error?.code.slice('records.value.'.length) ?? parsed.value;
};
const read = (type: FieldType, text: string, config: object = {}): unknown => {
  const full = { ...fieldTypes[type].initial, ...config };
  const given = fieldTypeSpec(type).fromText?.(text, full, { locale: 'zh-CN', timeZone: 'Asia/Shanghai' }) ?? text;
  return fieldTypeSpec(type).parse(given, full, 'Asia/Shanghai').value;
};
const tree = [
  { id: 'e', label: { zh: '电气', en: 'Electrical' } },
  { id: 'm', label: { zh: '电机' }, parent: 'e' },
  { id: 'b', label: { zh: '轴承' }, parent: 'm' },
  { id: 'h', label: { zh: '机械' } },
  { id: 'o', label: { zh: '旧' }, retired: true, parent: 'h' },
];
const place = { names: ['广东省', '深圳市'], detail: '科技园路 1 号', regions: ['440000', '440300'] };
const person = '01890000-0000-7000-8000-000000000000';

describe.each(fieldTypeNames)('%s', (type) => {
  test('makes a new field that the schema accepts', () => {
    const field = newField(type, { zh: '字段' });
    expect(Field.parse(JSON.parse(JSON.stringify(field)))).toEqual(field);
  });
});

describe('values', () => {
  test.each<[FieldType, unknown, unknown, object?]>([
    ['text', ' a\u0000b ', 'ab'],
    ['text', '   ', null],
    ['text', 'abc', 'too_long', { maxLength: 2 }],
    ['text', 'a', 'too_short', { minLength: 2 }],
    ['text', 'a1', 'pattern', { pattern: '[a-z]+' }],
    ['text', [], 'not_text'],
    ['longText', 'one\ntwo', 'one\ntwo'],
    ['number', '1.50', 1.5],
    ['number', 'x', 'not_number'],
    ['number', 1.25, 'decimals', { decimals: 1 }],
    ['number', 3, 'too_small', { min: 4 }],
    ['number', '12345678901234567890.12', '12345678901234567890.12'],
    ['number', 5, 'too_large', { max: 4.5 }],
    ['number', '1e5', 'not_number'],
    ['number', '.5', 'not_number'],
    ['number', '5.', 'not_number'],
    ['number', 1e21, 1e21],
    ['percent', '+7', 7],
    ['money', '0.001', 'decimals'],
    ['percent', 12.5, 12.5],
    ['rating', 6, 'too_large'],
    ['rating', 2.5, 'decimals'],
    ['date', '2024-02-30', 'not_date'],
    ['date', '2024-01-01', 'too_early', { earliest: '2024-01-02' }],
    ['dateTime', '2024-01-01 00:00:00', '2023-12-31T16:00:00.000Z'],
    ['dateTime', '2024-02-30 00:00:00', 'not_date_time'],
    ['dateTime', '2024-01-01T15:59:59Z', 'too_early', { earliest: '2024-01-02' }],
    ['dateTime', '2024-01-01T16:00:00Z', '2024-01-01T16:00:00.000Z', { earliest: '2024-01-02', latest: '2024-01-02' }],
    ['dateTime', '2024-01-02T16:00:00Z', 'too_late', { latest: '2024-01-02' }],
    ['time', '08:00', '08:00:00'],
    ['singleSelect', 'a', 'a', { options: [{ id: 'a', label: { zh: '甲' } }] }],
    ['singleSelect', 'b', 'not_option'],
    ['multiSelect', ['a', 'a'], ['a'], { options: [{ id: 'a', label: { zh: '甲' } }] }],
    ['multiSelect', [], null],
    ['radio', 'a', 'a', { options: [{ id: 'a', label: { zh: '甲' } }] }],
    ['radio', 'b', 'not_option'],
    ['checkbox', ['a'], ['a'], { options: [{ id: 'a', label: { zh: '甲' } }] }],
    [
      'checkbox',
      ['a', 'b'],
      'above_limit',
      {
        options: [
          { id: 'a', label: { zh: '甲' } },
          { id: 'b', label: { zh: '乙' } },
        ],
        max: 1,
      },
    ],
    ['cascade', ['e', 'm', 'b'], ['e', 'm', 'b'], { options: tree }],
    ['cascade', 'b', ['e', 'm', 'b'], { options: tree }],
    ['cascade', ['e', 'm'], 'not_last_level', { options: tree }],
    ['cascade', ['e', 'm'], ['e', 'm'], { options: tree, anyLevel: true }],
    ['cascade', ['x'], 'not_option', { options: tree }],
    ['cascade', 'h', ['h'], { options: tree }],
    ['cascade', ['e', 'h', 'b'], ['e', 'm', 'b'], { options: tree }],
    ['treeSelect', ['m'], ['m'], { options: tree }],
    ['treeSelect', ['m', 'h'], 'not_multiple', { options: tree }],
    ['treeSelect', ['m', 'h'], ['m', 'h'], { options: tree, multiple: true }],
    ['treeSelect', 'm', 'not_last_level', { options: tree, leavesOnly: true }],
    ['treeSelect', [{}], 'not_option', { options: tree }],
    ['dateRange', { start: '2024-01-31', end: '2024-02-01' }, { start: '2024-01-31', end: '2024-02-01' }],
    ['dateRange', { start: '2024-02-01', end: '2024-01-31' }, 'end_before_start'],
    ['dateRange', { start: '2024-02-01', end: null }, 'half_range'],
    ['dateRange', { start: '', end: null }, null],
    ['dateRange', { start: '2024-02-30', end: '2024-03-01' }, 'not_date'],
    ['dateRange', 'soon', 'not_range'],
    ['dateRange', '[@"2024-01-31"..@"2024-02-01"]', { start: '2024-01-31', end: '2024-02-01' }],
    ['dateRange', { start: '2023-12-31', end: '2024-01-01' }, 'too_early', { earliest: '2024-01-01' }],
    [
      'dateRange',
      { start: '2024-01-01T00:00:00Z', end: '2024-01-01T01:00:00+00:00' },
      { start: '2024-01-01T00:00:00.000Z', end: '2024-01-01T01:00:00.000Z' },
      { precision: 'minute' },
    ],
    ['dateRange', { start: '2024-01-01', end: '2024-01-02' }, 'not_date_time', { precision: 'minute' }],
    [
      'dateRange',
      { start: '2024-01-01T16:00:00Z', end: '2024-01-01T17:00:00Z' },
      'too_late',
      { precision: 'minute', latest: '2024-01-01' },
    ],
    ['address', place, place],
    ['address', { regions: ['440000'] }, { names: ['440000'], detail: '', regions: ['440000'] }],
    ['address', '  ', null],
    ['address', { regions: [], detail: ' ' }, null],
    ['address', place, 'region_only', { detail: false }],
    ['address', { regions: ['"'] }, 'not_address'],
    ['address', { detail: 'x'.repeat(301) }, 'too_long'],
    ['post', person, [person]],
    ['post', ['boss'], 'not_posts'],
    ['role', [person, person.replace('7', '6')], 'not_multiple'],
    ['role', [], null],
    ['switch', 1, true],
    ['switch', '0', false],
    ['switch', 'perhaps', 'not_flag'],
    ['member', person, [person]],
    ['member', [person, person.replace('7', '6')], 'not_multiple'],
    ['member', ['me'], 'not_people'],
    [
      'attachment',
      [{ id: person, name: 'a.png', size: 1, type: 'image/png' }],
      [{ id: person, name: 'a.png', size: 1, type: 'image/png' }],
    ],
    ['attachment', [{ id: 'f' }], 'not_files'],
    ['email', 'a@b.cn', 'a@b.cn'],
    ['email', 'a..b@c.d', 'email'],
    ['email', 'a@b', 'email'],
    ['phone', '13800138000', '13800138000'],
    ['phone', '010-62345678', '010-62345678'],
    ['phone', '12345', 'phone'],
    ['phone', '010-62345678', 'phone', { kind: 'mobile' }],
    ['phone', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['phone', '138 0013 8000', '13800138000'],
    ['phone', '0086 13800138000', '+8613800138000'],
    ['phone', '(010)62345678', '(010)62345678'],
    ['phone', '（010）６２３４５６７８', '(010)62345678'],
    ['phone', '400-820-8820', '400-820-8820'],
    ['phone', '400-820-8820', 'phone', { kind: 'mobile' }],
    ['phone', '138 00', 'phone'],
    ['url', 'https://a.b/c', 'https://a.b/c'],
    ['url', 'javascript:alert(1)', 'url'],
    ['identityNumber', '11010519491231002x', '11010519491231002X'],
    ['identityNumber', '110105194912310021', 'identity_number'],
    ['identityNumber', '110105194913310026', 'identity_number'],
    ['creditCode', '91350100M000100Y43', '91350100M000100Y43'],
    ['creditCode', '91350100M000100Y44', 'credit_code'],
    ['postalCode', '100 080', '100080'],
    ['postalCode', '５１８０００', '518000'],
    ['postalCode', '10008', 'postal_code'],
    ['postalCode', '999999', 'postal_code'],
    ['colour', '1F5', '#11ff55'],
    ['colour', '#1F5FD0', '#1f5fd0'],
    ['colour', 'red', 'colour'],
    ['slider', 50, 50],
    ['slider', 101, 'too_large'],
    ['slider', 0.5, 'decimals'],
    ['slider', '0.5', 0.5, { step: 0.1 }],
    [
      'timeSlot',
      ['2026-01-05T00:00:00Z', '2026-01-05T01:00:00.000Z'],
      ['2026-01-05T00:00:00.000Z', '2026-01-05T01:00:00.000Z'],
    ],
    ['timeSlot', ['2026-01-05T01:00:00Z', '2026-01-05T00:00:00Z'], 'not_slot'],
    ['timeSlot', 'today', 'not_slot'],
    ['timeSlot', ['2026-01-04T23:00:00Z', '2026-01-05T00:00:00Z'], 'slot_closed'],
    ['timeSlot', ['2026-01-05T00:30:00Z', '2026-01-05T01:30:00Z'], 'slot_length'],
    ['timeSlot', ['2026-01-05T00:00:00Z', '2026-01-05T02:00:00Z'], 'slot_length'],
    [
      'timeSlot',
      ['2026-01-05T00:30:00Z', '2026-01-05T02:10:00Z'],
      ['2026-01-05T00:30:00.000Z', '2026-01-05T02:10:00.000Z'],
      { choice: 'free' },
    ],
    ['timeSlot', ['2026-01-04T00:00:00Z', '2026-01-04T01:00:00Z'], 'slot_closed', { weekdays: [1, 2, 3, 4, 5] }],
    ['richText', '<p>a\u0001</p>', '<p>a</p>'],
    ['richText', '<p> </p>', null],
    ['richText', 5, 'not_text'],
    [
      'location',
      { lat: '31.2304167', lng: 121.473701, address: 'b', name: ' a ' },
      { lat: 31.230417, lng: 121.473701, name: 'a', address: 'b' },
    ],
    ['location', { lat: 91, lng: 0 }, 'not_place'],
    ['location', { lat: '', lng: '' }, 'not_place'],
    ['location', 'here', 'not_place'],
    [
      'image',
      [{ id: person, name: 'a.png', size: 1, type: 'image/png' }],
      [{ id: person, name: 'a.png', size: 1, type: 'image/png' }],
    ],
    ['image', [{ id: person, name: 'a.txt', size: 1, type: 'text/plain' }], 'not_picture'],
    ['signature', [{ id: person, name: 'a.gif', size: 1, type: 'image/gif' }], 'not_picture'],
    ['barcode', '6901234567892', '6901234567892', { format: 'ean13' }],
    ['barcode', '6901234567890', 'barcode', { format: 'ean13' }],
    ['barcode', '设备', 'barcode', { format: 'code128' }],
    ['barcode', '设备', '设备'],
    [
      'devicePoint',
      'B-01/temp',
      {
        value: null,
        device: '',
        decimals: null,
        pointKey: 'temp',
        unitSign: '',
        signature: '',
        deviceName: 'B-01',
        pointTitle: { zh: 'temp' },
        reportedAt: null,
      },
    ],
    [
      'devicePoint',
      { device: person, pointKey: 'temp', pointTitle: { en: 'T', zh: '温度' }, value: 1.5 },
      {
        value: 1.5,
        device: person,
        decimals: null,
        pointKey: 'temp',
        unitSign: '',
        signature: '',
        deviceName: '',
        pointTitle: { en: 'T', zh: '温度' },
        reportedAt: null,
      },
    ],
    ['devicePoint', 'B-01', 'not_device_point'],
    ['devicePoint', { device: 'x', pointKey: 'temp' }, 'not_device_point'],
    ['devicePoint', 5, 'not_device_point'],
    ['json', '{"bb": 1, "a": [2]}', { a: [2], bb: 1 }],
    ['json', '[]', null],
    ['json', '{', 'not_json'],
    ['json', '5', 'not_json'],
    ['json', { a: '\u0000' }, 'not_json'],
    ['concatenation', 'x', 'computed'],
    ['autoNumber', 'N7', 'N7', { editable: true }],
    ['formula', 5, 'computed'],
    ['autoNumber', 'N1', 'computed'],
  ])('%s of %j is %j', (type, value, expected, config) => expect(parse(type, value, config)).toEqual(expected));

  test.each<[FieldType, string, unknown, object?]>([
    ['number', '1,234.50', 1234.5],
    ['number', '１２', 12],
    ['number', '1e-7', 1e-7],
    ['number', '.5', 0.5],
    ['money', '¥1,000', 1000],
    ['percent', '12.5%', 12.5],
    ['date', '2024/1/5', '2024-01-05'],
    ['dateTime', '2024-01-05 08:00', '2024-01-05T00:00:00.000Z'],
    ['time', '8:05', '08:05:00'],
    ['singleSelect', '甲', 'a', { options: [{ id: 'a', label: { zh: '甲' } }] }],
    [
      'multiSelect',
      '甲、乙',
      ['a', 'b'],
      {
        options: [
          { id: 'a', label: { zh: '甲' } },
          { id: 'b', label: { zh: '乙' } },
        ],
      },
    ],
    ['switch', '是', true],
    ['switch', 'No', false],
    ['cascade', '电气 / 电机 / 轴承', ['e', 'm', 'b'], { options: tree }],
    ['cascade', '轴承', ['e', 'm', 'b'], { options: tree }],
    ['cascade', 'Electrical/电机', ['e', 'm'], { options: tree, anyLevel: true }],
    ['treeSelect', '电机、机械', ['m', 'h'], { options: tree, multiple: true }],
    ['dateRange', '2024/1/5 至 2024/1/6', { start: '2024-01-05', end: '2024-01-06' }],
    ['dateRange', '2024-01-05', { start: '2024-01-05', end: '2024-01-05' }],
    ['dateRange', '2024-01-05 – 2024-02-30', undefined],
    [
      'dateRange',
      '2024-01-05 08:00 ~ 2024-01-05 09:30',
      { start: '2024-01-05T00:00:00.000Z', end: '2024-01-05T01:30:00.000Z' },
      { precision: 'minute' },
    ],
    ['address', '广东省深圳市科技园路 1 号', { names: [], detail: '广东省深圳市科技园路 1 号', regions: [] }],
    ['radio', '甲', 'a', { options: [{ id: 'a', label: { zh: '甲' } }] }],
    [
      'checkbox',
      '乙,甲',
      ['b', 'a'],
      {
        options: [
          { id: 'a', label: { zh: '甲' } },
          { id: 'b', label: { zh: '乙' } },
        ],
      },
    ],
    [
      'devicePoint',
      '锅炉 / 温度',
      {
        value: null,
        device: '',
        decimals: null,
        pointKey: '温度',
        unitSign: '',
        signature: '',
        deviceName: '锅炉',
        pointTitle: { zh: '温度' },
        reportedAt: null,
      },
    ],
    [
      'devicePoint',
      'B-01',
      {
        value: null,
        device: '',
        decimals: null,
        pointKey: 'temp',
        unitSign: '',
        signature: '',
        deviceName: 'B-01',
        pointTitle: { zh: 'temp' },
        reportedAt: null,
      },
      { point: 'temp' },
    ],
    ['richText', 'a<b\nc', '<p>a&lt;b</p><p>c</p>'],
    ['location', '总部 (31.23, 121.47)', { lat: 31.23, lng: 121.47, name: '总部' }],
    ['location', '31.23, 121.47', { lat: 31.23, lng: 121.47 }],
    [
      'timeSlot',
      '2026-01-05 23:00–24:00',
      ['2026-01-05T15:00:00.000Z', '2026-01-05T16:00:00.000Z'],
      { opensAt: '00:00', closesAt: '24:00' },
    ],
    ['timeSlot', '2026-01-05 08:00–09:00', ['2026-01-05T00:00:00.000Z', '2026-01-05T01:00:00.000Z']],
    ['timeSlot', '2026/1/5 8:00 至 2026/1/5 9:00', ['2026-01-05T00:00:00.000Z', '2026-01-05T01:00:00.000Z']],
    ['timeSlot', '2026-01-05 08:00-09:00', ['2026-01-05T00:00:00.000Z', '2026-01-05T01:00:00.000Z']],
  ])('%s is read from the cell %s', (type, text, expected, config) =>
    expect(read(type, text, config)).toEqual(expected),
  );
});

describe('texts', () => {
  test.each<[FieldType, unknown, string, object?]>([
    ['cascade', ['e', 'm', 'b'], '电气 / 电机 / 轴承', { options: tree }],
    ['treeSelect', ['m', 'h'], '电机、机械', { options: tree }],
    ['address', place, '广东省深圳市科技园路 1 号'],
    [
      'devicePoint',
      {
        value: 21.5,
        device: person,
        decimals: 2,
        pointKey: 'temp',
        unitSign: '°C',
        signature: '',
        deviceName: '锅炉',
        pointTitle: { zh: '温度' },
        reportedAt: null,
      },
      '锅炉 温度 21.50 °C',
    ],
    [
      'devicePoint',
      {
        value: true,
        device: person,
        decimals: null,
        pointKey: 'on',
        unitSign: '',
        signature: '',
        deviceName: '泵',
        pointTitle: { zh: '运行' },
        reportedAt: null,
      },
      '泵 运行 是',
    ],
    [
      'devicePoint',
      {
        value: null,
        device: person,
        decimals: null,
        pointKey: 'on',
        unitSign: '',
        signature: '',
        deviceName: '泵',
        pointTitle: { zh: '运行' },
        reportedAt: null,
      },
      '泵 运行',
    ],
    ['timeSlot', ['2026-01-05T15:00:00.000Z', '2026-01-05T16:00:00.000Z'], '2026-01-05 23:00–24:00'],
    ['timeSlot', ['2026-01-05T15:00:00.000Z', '2026-01-05T17:00:00.000Z'], '2026-01-05 23:00 – 2026-01-06 01:00'],
    ['dateRange', { start: '2024-01-05', end: '2024-01-06' }, '2024-01-05 至 2024-01-06'],
    [
      'dateRange',
      { start: '2024-01-05T00:00:00.000Z', end: '2024-01-05T01:30:00.000Z' },
      '2024-01-05 08:00 至 2024-01-05 09:30',
      { precision: 'minute' },
    ],
  ])('%s of %j reads %s', (type, value, text, config) => {
    expect(
      fieldTypeSpec(type).toText(
        value as never,
        { ...fieldTypes[type].initial, ...config },
        { locale: 'zh-CN', timeZone: 'Asia/Shanghai' },
      ),
    ).toBe(text);
  });
});

describe('a definition', () => {
  test('keeps everything in its layout, placed or not', () => {
    const definition = {
      ...blankDefinition({ zh: 'x' }),
      fields: [newField('text', { zh: 'a' }, 'aa'), newField('text', { zh: 'b' }, 'bb')],
    };
    definition.layout[0]!.items.push({ kind: 'field', field: 'bb' }, { kind: 'field', field: 'gone' });
    expect(completeLayout(definition).flatMap(({ items }) => items)).toEqual([
      { kind: 'field', field: 'bb' },
      { kind: 'field', field: 'aa' },
    ]);
    expect(FormDefinition.parse(definition)).toEqual(definition);
  });

  test('refuses ids that could mean something in SQL', () => {
    expect(Field.safeParse({ ...newField('text', { zh: 'a' }), id: 'a"; drop' }).success).toBe(false);
    expect(
      Field.safeParse({
        ...newField('cascade', { zh: 'a' }),
        config: {
          options: [
            { id: 'a', label: { zh: 'a' }, parent: 'b' },
            { id: 'b', label: { zh: 'b' }, parent: 'a' },
          ],
        },
      }).success,
    ).toBe(false);
    expect(Field.safeParse({ ...newField('rating', { zh: 'a' }), config: { max: 99 } }).success).toBe(false);
  });
});
