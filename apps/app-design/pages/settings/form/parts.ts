import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';

/** What a form is made of beside fields. */
export const partKinds = ['section', 'tabs', 'table', 'divider', 'remark', 'button', 'embed'] as const;
export type PartKind = (typeof partKinds)[number];
export type NewKind = FieldType | PartKind;

export function isPart(kind: NewKind): kind is PartKind {
  return (partKinds as readonly string[]).includes(kind);
}

/** Its name in the dictionary. */
export function kindText(kind: NewKind): string {
  return isPart(kind) ? `design.form.${kind}` : `design.type.${kind}`;
}
