import type { ConnectionKindView } from '@formwork/contract/connections/api.ts';

/** An input that a kind of connection asks for, as its schema says. */
export interface KindField {
  name: string;
  secret: boolean;
  is: 'text' | 'long' | 'number' | 'switch' | 'choice' | 'files';
  required: boolean;
  choices: readonly string[];
  byDefault: unknown;
  /** Asked for only where another setting has one of these values. */
  when: Condition | undefined;
}

interface Condition {
  setting: string;
  values: string[];
}

interface Property {
  type?: string;
  enum?: string[];
  default?: unknown;
  maxLength?: number;
  items?: { format?: string };
  when?: Condition;
}
interface Schema {
  properties?: Record<string, Property>;
  required?: string[];
}

export function fieldsOf({ settings, secrets }: ConnectionKindView): KindField[] {
  return [...fieldsIn(settings, false), ...fieldsIn(secrets, true)];
}

function fieldsIn({ properties = {}, required = [] }: Schema, secret: boolean): KindField[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    secret,
    is: inputOf(property),
    required: required.includes(name),
    choices: property.enum ?? [],
    byDefault: property.default,
    when: property.when,
  }));
}

/** Those that are asked for as the settings are now. */
export function askedFor(fields: readonly KindField[], settings: Record<string, unknown>): KindField[] {
  return fields.filter(({ when }) => when === undefined || when.values.includes(String(settings[when.setting])));
}

function inputOf({ type, enum: choices, maxLength = 0, items }: Property): KindField['is'] {
  if (choices) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array' && items?.format === 'uuid') return 'files';
  return maxLength > 10_000 ? 'long' : 'text';
}

/** Values of the screen: names of settings as they are, of secrets behind a mark of their own. */
export const inputName = ({ name, secret }: KindField): string => (secret ? `secret_${name}` : name);

export function settingsOf(fields: readonly KindField[], values: Record<string, unknown>): Record<string, unknown> {
  const given = fields.filter(({ secret }) => !secret).map(({ name }) => [name, trimmed(values[name])] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '' && value !== null));
}

/** Those that were entered; the others stay as they are. */
export function secretsOf(fields: readonly KindField[], values: Record<string, unknown>): Record<string, unknown> {
  const given = fields.filter(({ secret }) => secret).map((field) => [field.name, values[inputName(field)]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''));
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
