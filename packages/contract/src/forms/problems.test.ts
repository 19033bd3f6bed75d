import { expect, test } from 'vitest';
import { blankDefinition } from './definition.ts';
import type { FieldType } from './field-types/registry.ts';
import { newField, type Field } from './field.ts';
import { structuralProblems } from './problems.ts';

const option = { id: 'a', label: { zh: '甲' } };

test.each<[string, FieldType, object, object?]>([
  ['range', 'number', { min: 2, max: 1 }],
  ['range', 'slider', { min: 5, max: 5 }],
  ['range', 'dateTime', { earliest: '2026-02-01', latest: '2026-01-01' }],
  ['range', 'text', { minLength: 3, maxLength: 2 }],
  ['pattern', 'text', { pattern: '[' }],
  ['no_options', 'radio', { options: [] }],
  ['duplicate_option', 'radio', { options: [option, option] }],
  ['blank_option', 'radio', { options: [{ id: 'a', label: { zh: ' ' } }] }],
  ['point_fixed', 'devicePoint', { fixed: { device: '', point: '', name: '' } }],
  ['code_way', 'barcode', { scan: false, typed: false }],
  ['default', 'number', { decimals: 1 }, { defaultValue: '1.25' }],
])('%s is told of a %s with %j', (code, type, config, more = {}) => {
  const made = newField(type, { zh: '字段' });
  const problems = (field: object) =>
    structuralProblems({ ...blankDefinition({ zh: 'x' }), fields: [field as Field] }, 'Asia/Shanghai').map(
      (problem) => problem.code,
    );
  expect(problems({ ...made, ...more, config: { ...made.config, ...config } })).toEqual([`forms.problem.${code}`]);
});
