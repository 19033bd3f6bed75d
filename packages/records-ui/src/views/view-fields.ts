import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { groupableKinds } from '@formwork/contract/views/group-condition.ts';
import { spanKinds, type SpanFields } from '@formwork/contract/views/span.ts';

/** Fields a view may be built on. */
export function viewFields(definition: Pick<FormDefinition, 'fields'>): Field[] {
  return [...definition.fields, ...Object.values(systemFields)];
}

export type FieldUse = 'time' | 'end' | 'group' | 'resource' | 'tree' | 'number' | 'picture' | 'any' | 'before';

/** Which fields serve a purpose of a view. */
export function fits(use: FieldUse, field: Field, formId: string): boolean {
  const kind = fieldKind(field);
  const tests: Record<FieldUse, () => boolean> = {
    time: () => spanKinds.has(kind),
    end: () => kind === 'date' || kind === 'dateTime',
    group: () => groupableKinds.has(kind),
    resource: () => kind === 'people' || kind === 'records' || kind === 'option' || kind === 'departments',
    tree: () =>
      kind === 'departments' ||
      kind === 'option' ||
      kind === 'options' ||
      (kind === 'records' && relationForm(field) === formId),
    number: () => kind === 'number',
    picture: () => kind === 'files',
    any: () => true,
    before: () => kind === 'records' && relationForm(field) === formId,
  };
  return tests[use]();
}

export function relationForm(field: Field): string | undefined {
  return field.type === 'relation' ? field.config.form : undefined;
}

export function fieldChoices(
  fields: readonly Field[],
  use: FieldUse,
  formId: string,
  locale: string,
): { value: string; label: string }[] {
  return fields
    .filter((field) => fits(use, field, formId))
    .map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
}

/** The fields of a time line with their kinds; undefined when they are gone. */
export function spanFields(
  byId: ReadonlyMap<string, Field>,
  { start, end }: { start: string; end?: string | undefined },
): SpanFields | undefined {
  const first = byId.get(start);
  const last = end === undefined ? undefined : byId.get(end);
  return (
    first && {
      start: { id: start, kind: fieldKind(first) },
      ...(last && { end: { id: last.id, kind: fieldKind(last) } }),
    }
  );
}
