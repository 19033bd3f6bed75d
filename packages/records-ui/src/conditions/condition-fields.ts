import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { ConditionValue } from '@formwork/contract/condition/condition.ts';
import type { OperandShape } from '@formwork/contract/condition/operators.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { ComponentType } from 'react';

/** Fields that a condition may name, in the order an editor offers them. */
export interface ConditionFields {
  list: readonly Field[];
  byId: ReadonlyMap<string, Field>;
  kindOf: (id: string) => ValueKind | undefined;
  /** Slave tables and relations that can be asked how many of their rows fit. */
  rows?: readonly RowsFields[];
  /** By field: what its values are chosen with, where that is not what their kind asks for. */
  operands?: Readonly<Record<string, ComponentType<OwnOperandProps>>>;
}

export interface OwnOperandProps {
  label: string;
  shape: OperandShape;
  value: ConditionValue | undefined;
  onChange: (value: ConditionValue | undefined) => void;
}

export interface RowsFields {
  id: string;
  title: Text;
  fields: ConditionFields;
}

export function conditionFields(fields: readonly Field[]): ConditionFields {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return { list: fields, byId, kindOf: (id) => kindOfField(byId.get(id)) };
}

/** The main table's own fields, then what every record carries. */
export function conditionFieldsOf(definition: Pick<FormDefinition, 'fields'>): ConditionFields {
  return conditionFields([...definition.fields, ...Object.values(systemFields)]);
}

function kindOfField(field: Field | undefined): ValueKind | undefined {
  return field && fieldKind(field);
}
