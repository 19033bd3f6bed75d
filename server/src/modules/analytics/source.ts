import { analyticsApi, type SourceField } from '@formwork/contract/analytics/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../platform/context.ts';
import { requireSight } from '../records/public.ts';
import { chartSource } from './result.ts';

const dimensions: readonly ValueKind[] = [
  'text',
  'number',
  'date',
  'dateTime',
  'boolean',
  'option',
  'options',
  'people',
  'departments',
  'posts',
  'roles',
  'records',
];

/** Fields as far as the caller sees them; whoever has no right on the form is told that it is not there. */
export async function getSource(
  ctx: Ctx,
  { params }: InputOf<typeof analyticsApi.source>,
): Promise<ResponseOf<typeof analyticsApi.source>> {
  if (setOfSource(params.formId) === undefined) await requireSight(ctx, params.formId);
  const { title, fields, hierarchies } = await chartSource(ctx, params.formId);
  return { title, fields: fields.flatMap((field) => sourceField(field) ?? []), hierarchies: [...hierarchies] };
}

function sourceField(field: Field): SourceField | undefined {
  const kind = fieldKind(field);
  if (!dimensions.includes(kind)) return undefined;
  const time = kind === 'date' || kind === 'dateTime';
  return { id: field.id, title: field.title, kind, measure: kind === 'number', dimension: true, time };
}
