import type { ConditionValue } from '@formwork/contract/condition/condition.ts';
import { operators, type Operator } from '@formwork/contract/condition/operators.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { ValueError } from '@formwork/contract/forms/field-types/spec.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { Input } from 'antd';
import { FieldEditor } from '../fields/FieldEditor.tsx';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { RegionPicker } from '@formwork/web/pickers/RegionPicker.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DeviceOperand } from './DeviceOperand.tsx';
import { operandField } from './operand-field.ts';
import { PlaceOperand } from './PlaceOperand.tsx';

export interface OperandEditorProps {
  field: Field;
  operator: Operator;
  value: ConditionValue | undefined;
  onChange: (value: ConditionValue | undefined) => void;
}

/** What stands behind the operator: nothing, one value, two, a list or a number of days. */
export function OperandEditor({ field, operator, value, onChange }: OperandEditorProps) {
  const t = useT();
  const shape = operators[operator];
  const asked = operandField(field, operator);
  const input = (name: string): FieldInput & { 'aria-label': string } => ({
    id: `filter-${field.id}-${name}`,
    'aria-label': t('records.condition.value'),
    'aria-describedby': undefined,
    'aria-invalid': undefined,
    'aria-required': undefined,
  });

  if (shape === 'none') return null;
  if (shape === 'days') {
    const days = typeof value === 'number' ? String(value) : '';
    return (
      <Input
        {...input('days')}
        className="fw-condition-days"
        inputMode="numeric"
        suffix={t('records.condition.days')}
        value={days}
        onChange={(event) => onChange(/^\d{1,5}$/.test(event.target.value) ? Number(event.target.value) : undefined)}
      />
    );
  }
  if (shape === 'range') {
    const ends = Array.isArray(value) ? value : [];
    const set = (place: 0 | 1, end: unknown) =>
      onChange(place === 0 ? [plain(end), ends[1] ?? ''] : [ends[0] ?? '', plain(end)]);
    return (
      <span className="fw-condition-range">
        {asked && (
          <FieldEditor field={asked} value={ends[0] ?? null} onChange={(end) => set(0, end)} input={input('from')} />
        )}
        <span>–</span>
        {asked && (
          <FieldEditor field={asked} value={ends[1] ?? null} onChange={(end) => set(1, end)} input={input('to')} />
        )}
        {asked && <OperandError asked={asked} value={wrongEnd(asked, ends)} />}
      </span>
    );
  }
  if (!asked && fieldKind(field) === 'reading')
    return (
      <DeviceOperand input={input('list')} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
    );
  if (!asked && field.type === 'address')
    return (
      <RegionPicker {...input('list')} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
    );
  if (shape === 'circle' || shape === 'box') return <PlaceOperand shape={shape} value={value} onChange={onChange} />;
  if (!asked) {
    const words = Array.isArray(value) ? value.map(String) : [];
    return (
      <Select
        {...input('list')}
        className="fw-editor-wide"
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', '，', ';', '；', '\n', '\t']}
        placeholder={t('records.condition.list')}
        value={words}
        onChange={(list: unknown) => onChange((list as string[]).filter((word) => word.trim() !== ''))}
      />
    );
  }
  return (
    <>
      <FieldEditor
        field={asked}
        value={value ?? null}
        onChange={(next) => onChange(next === null || next === '' ? undefined : (next as ConditionValue))}
        input={input('value')}
      />
      <OperandError asked={asked} value={value} />
    </>
  );
}

/** Why a number or a time that is typed asks for nothing yet. */
function OperandError({ asked, value }: { asked: Field; value: unknown }) {
  const t = useT();
  const error = errorOf(asked, value);
  return error ? (
    <span className="fw-field-error" role="alert">
      {t(error.code, error.data)}
    </span>
  ) : null;
}

function wrongEnd(asked: Field, ends: readonly unknown[]): unknown {
  return ends.find((end) => errorOf(asked, end) !== undefined);
}

const typedKinds: ReadonlySet<ValueKind> = new Set<ValueKind>(['number', 'date', 'dateTime', 'time']);

function errorOf(asked: Field, value: unknown): ValueError | undefined {
  return isEmptyValue(value) || !typedKinds.has(fieldKind(asked))
    ? undefined
    : fieldTypeSpec(asked.type).parse(value, asked.config, timeZone()).error;
}

function plain(end: unknown): string | number {
  return typeof end === 'number' ? end : typeof end === 'string' ? end : '';
}
