import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import type { ComponentType } from 'react';

export interface EditorProps<T extends FieldType = FieldType> {
  field: FieldOf<T>;
  /** As it is being typed: a number is text until it is checked. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** Ties the input to its label, help and error. */
  input: FieldInput;
  autoFocus?: boolean | undefined;
  /** Shows what there is to choose from at once. */
  opens?: boolean | undefined;
}

export interface ShownProps<T extends FieldType = FieldType> {
  field: FieldOf<T>;
  /** Never empty: whoever shows it has a sign of their own for that. */
  value: NonNullable<FieldValue>;
}

/** How one type of field looks: its one place in the browser, beside its specification in the contract. */
export interface FieldUi<T extends FieldType = FieldType> {
  /** Absent where the server alone fills the field. */
  Editor?: ComponentType<EditorProps<T>>;
  /** One line, in lists and slave tables. */
  Cell: ComponentType<ShownProps<T>>;
  /** In a record that is read; `Cell` unless given. */
  Detail?: ComponentType<ShownProps<T>>;
  /** On a card of a phone; `Cell` unless given. */
  Card?: ComponentType<ShownProps<T>>;
  /** As a record once held it, in its history; as on a card unless given. */
  Past?: ComponentType<ShownProps<T>>;
  align?: 'end' | 'center';
  /** How wide its input is, where it need not be as wide as its column. */
  size?: 'short' | 'code';
  /** Takes every column of its section. */
  wide?: boolean;
  /** Of a column nobody has set a width for, in pixels. */
  width: number;
}
