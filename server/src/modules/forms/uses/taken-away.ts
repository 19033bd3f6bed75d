import type { Named } from '@formwork/contract/condition/references.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { newlyReplaced } from '../releases/recalculation.ts';
import { typesOf } from '@formwork/contract/records/expressions.ts';
import { isNamed, type Use, type UsePlace } from '@formwork/contract/forms/uses.ts';

/** What a definition has no more that the one before had, and what holds something else now. */
export interface TakenAway {
  gone: Named[];
  /** Fields whose values are of another type: what compares, adds or writes them goes wrong, what shows them does not. */
  changed: Named[];
  /** Options that others take the place of. */
  replaced: (Required<Named> & { by: string })[];
}

export const nothingTaken: TakenAway = { gone: [], changed: [], replaced: [] };

export function takenAway(form: string, before: FormDefinition | null, after: FormDefinition): TakenAway {
  if (!before) return nothingTaken;
  const now = new Map(allFields(after).map((field) => [field.id, field]));
  const tables = new Set(after.tables.map(({ id }) => id));
  const gone: Named[] = before.tables.filter(({ id }) => !tables.has(id)).map(({ id }) => ({ form, element: id }));
  const changed: Named[] = [];
  const replaced: TakenAway['replaced'] = [];
  for (const field of allFields(before)) {
    const left = now.get(field.id);
    if (!left) gone.push({ form, element: field.id });
    else if (typeOf(left) !== typeOf(field)) changed.push({ form, element: field.id });
    else {
      const others = newlyReplaced(field, left);
      replaced.push(...others.map(({ option, by }) => ({ form, element: field.id, option, by })));
      gone.push(
        ...withdrawn(field, left)
          .filter((option) => !others.some((one) => one.option === option))
          .map((option) => ({ form, element: field.id, option })),
      );
    }
  }
  return { gone, changed, replaced };
}

/** Options that are not offered any more: gone, or retired. Those of a dictionary are kept there. */
function withdrawn(before: Field, after: Field): string[] {
  if (dictionaryOf(after) !== undefined) return [];
  const left = new Map(ownOptions(after).map((option) => [option.id, option]));
  return ownOptions(before)
    .filter(({ id, retired }) => !retired && (!left.has(id) || left.get(id)!.retired === true))
    .map(({ id }) => id);
}

/** Of the uses of a form, those that a release with these changes would make wrong. */
export function brokenBy({ gone, changed, replaced }: TakenAway): (use: Use) => boolean {
  return (use) => isNamed(use, gone) || isNamed(use, replaced) || (isNamed(use, changed) && !anyType.has(use.place));
}

const anyType: ReadonlySet<UsePlace> = new Set<UsePlace>([
  'nodeRights',
  'call',
  'columns',
  'quick',
  'card',
  'text',
  'table',
  'ruleFields',
  'dialog',
  'setting',
  'lookup',
  'rollup',
  'sort',
  'expression',
  'default',
  'offers',
]);

export function allFields({ fields, tables }: FormDefinition): Field[] {
  return [...fields, ...tables.flatMap((table) => table.fields)];
}

export function ownOptions(field: Field): readonly Option[] {
  return 'options' in field.config ? (field.config.options as readonly Option[]) : [];
}

export function dictionaryOf(field: Field): string | undefined {
  return 'dictionary' in field.config ? field.config.dictionary : undefined;
}

function typeOf(field: Field): string {
  return JSON.stringify([
    Object.values(typesOf([field])),
    field.type === 'relation' ? field.config.form : '',
    ['member', 'department'].includes(field.type) ? field.type : '',
  ]);
}
