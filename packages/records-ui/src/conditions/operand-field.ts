import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { operators, type Operator } from '@formwork/contract/condition/operators.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';

type Plain = Pick<Field, 'type' | 'config'>;

/**
 * The field as a filter asks for it: without the limits of its own values, so that one can also look for what nobody may
 * enter any more. undefined where the operand is a free list of words or numbers, or of regions.
 */
export function operandField(field: Field, operator: Operator): Field | undefined {
  const shape = operators[operator];
  const options = optionsOf(field);
  const many = shape === 'list';
  const tree = field.type === 'cascade' || field.type === 'treeSelect' ? asked(field.config.options) : undefined;
  const plain: Record<ValueKind, () => Plain | undefined> = {
    text: () => (many ? undefined : { type: 'text', config: {} }),
    number: () =>
      many ? undefined : { type: 'number', config: 'unit' in field.config ? { unit: field.config.unit } : {} },
    date: () => ({ type: 'date', config: {} }),
    dateTime: () => ({ type: 'dateTime', config: { precision: 'minute' } }),
    time: () => ({ type: 'time', config: { precision: 'minute' } }),
    boolean: () => ({ type: 'text', config: {} }),
    option: () => (many ? { type: 'multiSelect', config: { options } } : { type: 'singleSelect', config: { options } }),
    options: () =>
      tree
        ? { type: 'treeSelect', config: { options: tree, multiple: true } }
        : { type: 'multiSelect', config: { options } },
    people: () => ({ type: 'member', config: { multiple: true } }),
    departments: () => ({ type: 'department', config: { multiple: true } }),
    posts: () => ({ type: 'post', config: { multiple: true } }),
    roles: () => ({ type: 'role', config: { multiple: true } }),
    records: () => ({
      type: 'relation',
      config: { form: formOf(field), cardinality: 'manyToMany', onDelete: 'refuse', noCreate: true },
    }),
    files: () => undefined,
    html: () => ({ type: 'text', config: {} }),
    place: () => ({ type: 'text', config: {} }),
    json: () => ({ type: 'text', config: {} }),
    reading: () =>
      many
        ? undefined
        : operator === 'contains' || operator === 'notContains'
          ? { type: 'text', config: {} }
          : { type: 'number', config: {} },
    slot: () => ({ type: 'dateTime', config: { precision: 'minute' } }),
    dateRange: () => ({ type: 'date', config: {} }),
    dateTimeRange: () => ({ type: 'dateTime', config: { precision: 'minute' } }),
    address: () => (many ? undefined : { type: 'text', config: {} }),
  };
  const found = plain[fieldKind(field)]();
  return found && ({ id: field.id, title: field.title, ...found } as Field);
}

/** A lookup of a choice offers what its source does. */
function optionsOf(field: Field): Option[] {
  const config = (field.type === 'lookup' ? field.config.source?.config : field.config) as
    | { options?: Option[] }
    | undefined;
  return asked(config?.options ?? []);
}

/** Records go on holding what is no longer offered. */
function asked<Offered extends Option>(options: readonly Offered[]): Offered[] {
  return options.map((option) => (option.retired ? { ...option, retired: false } : option));
}

function formOf(field: Field): string {
  const config = (field.type === 'lookup' ? field.config.source?.config : field.config) as
    | { form?: string }
    | undefined;
  return config?.form ?? '';
}
