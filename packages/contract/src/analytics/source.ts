import { z } from 'zod';
import type { ValueKind } from '../forms/values/value.ts';
import { newField, type Field } from '../forms/field.ts';
import type { Text } from '../text.ts';
import type { NumberFormat } from './chart.ts';

const setMark = 'set:';

/** What a chart is of: a form by its id, or a data set. */
export const SourceId = z
  .string()
  .regex(/^([a-z][a-z0-9]{1,31}|set:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/);
export type SourceId = z.infer<typeof SourceId>;

export function sourceOfSet(dataset: string): SourceId {
  return `${setMark}${dataset}`;
}

/** The id of the data set; undefined for a form. */
export function setOfSource(source: string): string | undefined {
  return source.startsWith(setMark) ? source.slice(setMark.length) : undefined;
}

/** The kinds of values that data sets have. */
export const setKinds = ['text', 'number', 'date', 'dateTime', 'boolean'] as const satisfies readonly ValueKind[];
export type SetKind = (typeof setKinds)[number];

const types = {
  text: 'text',
  number: 'number',
  date: 'date',
  dateTime: 'dateTime',
  boolean: 'switch',
} as const satisfies Record<SetKind, Field['type']>;

/** A field of a data set as whoever speaks of fields of forms knows them: conditions, charts, filters. */
export function fieldOfSet({
  id,
  title,
  kind,
  format,
}: {
  id: string;
  title: Text;
  kind: SetKind;
  format?: NumberFormat | undefined;
}): Field {
  const field = newField(types[kind], title, id) as Field;
  const { unit } = format ?? {};
  return field.type === 'number' && unit ? { ...field, config: { ...field.config, unit } } : field;
}
