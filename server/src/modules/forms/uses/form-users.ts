import { namedWith } from '@formwork/contract/condition/references.ts';
import { isLinkedRollup } from '@formwork/contract/records/linked.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Reference, UsePlace } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { textReferences } from '@formwork/process/references.ts';
import type { User, UserSource } from './known-users.ts';
import { formsWithDefinitions } from '../with-definitions.ts';

/** Forms name their own fields, and those of forms that their relations, lookups and roll-ups lead to. */
export const formUsers: UserSource = {
  async find(tx, { forms, around }) {
    if (around.length === 0) return [];
    const rows = await formsWithDefinitions(tx)
      .select(['form.id', 'draft.definition as draft', 'release.definition as released'])
      .where('form.id', 'in', [...around])
      .execute();
    return rows.flatMap(({ id, draft, released }) => {
      const user = (state: 'released' | 'draft', definition: FormDefinition): User => ({
        kind: 'form',
        id,
        state,
        formId: id,
        references: formReferences(definition, id),
        partTitle: (part) => titleOf(definition, part),
      });
      const same = released !== null && JSON.stringify(released) === JSON.stringify(draft);
      // whoever designs a form asks of the form they design
      return [
        ...(released && (same || !forms.includes(id)) ? [user('released', released)] : []),
        ...(same ? [] : [user('draft', draft)]),
      ];
    });
  },
};

/** What a definition names of its own and of other forms. */
export function formReferences(definition: FormDefinition, form: string): Reference[] {
  const fields = [...definition.fields, ...definition.tables.flatMap((table) => table.fields)];
  const layout = [
    ...(definition.tabGroups ?? []),
    ...definition.layout,
    ...definition.layout.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'field' ? [] : [item]))),
  ];
  return [
    ...fields.flatMap((field) => fieldReferences(field, definition, form)),
    ...layout.flatMap((part) =>
      expressionsIn(part, form, 'items' in part || !('kind' in part) ? part.id : layoutItemId(part)),
    ),
    ...definition.tables.flatMap(({ id, totals = [], generators = [] }) => [
      ...own(form, id, 'setting', totals),
      ...generators.flatMap((generator) => [
        ...expressionsIn(generator, form, id),
        ...own(form, id, 'setting', [
          ...(generator.source.by === 'options' ? [generator.source.field] : []),
          ...generator.values.map(({ field }) => field),
        ]),
      ]),
    ]),
    ...own(form, '', 'setting', [
      ...(definition.titleField === null ? [] : [definition.titleField]),
      ...(definition.listFields ?? []),
    ]),
  ];
}

function fieldReferences(field: Field, definition: FormDefinition, form: string): Reference[] {
  const part = field.id;
  const { defaultValue, optionsBy, config: _, ...expressions } = field;
  const found: Reference[] = [...expressionsIn(expressions, form, part), ...configReferences(field, definition, form)];
  found.push(
    ...own(
      form,
      part,
      'setting',
      (field.compare ?? []).map(({ to }) => to),
    ),
  );
  if (typeof defaultValue === 'string' || Array.isArray(defaultValue))
    found.push(
      ...namedWith(form, part, defaultValue as string)
        .slice(1)
        .map((to): Reference => ({ part, place: 'default', to, how: 'refuse' })),
    );
  if (optionsBy) {
    found.push(...own(form, part, 'offers', [optionsBy.field]));
    for (const [option, offered] of Object.entries(optionsBy.offers)) {
      found.push(
        { part, place: 'offers', to: { form, element: optionsBy.field, option }, how: 'warn' },
        ...offered.map((one): Reference => ({
          part,
          place: 'offers',
          to: { form, element: part, option: one },
          how: 'warn',
        })),
      );
    }
  }
  return found;
}

function configReferences(field: Field, definition: FormDefinition, form: string): Reference[] {
  const part = field.id;
  if (field.type === 'formula') return textReferences(field.config.expression, form, part, 'expression');
  if (field.type === 'concatenation')
    return own(
      form,
      part,
      'expression',
      field.config.parts.flatMap((one) => (one.kind === 'field' ? [one.field] : [])),
    );
  if (field.type === 'autoNumber') return own(form, part, 'setting', field.config.fields ?? []);
  if (field.type === 'timeSlot') return own(form, part, 'setting', field.config.resources);
  if (field.type === 'relation' && field.config.form !== '') {
    const { form: target, choosable = [], fill = [], columns = [] } = field.config;
    return [
      { part, place: 'relation', to: { form: target, element: '' }, how: 'refuse' },
      ...choosable.flatMap((one) =>
        [
          ...namedWith(target, one.field, one.value),
          ...(one.from === undefined ? [] : [{ form, element: one.from }]),
        ].map((to): Reference => ({ part, place: 'choosable', to, how: 'refuse' })),
      ),
      ...fill.flatMap(({ from, to }) => [
        ...own(target, part, 'fillFrom', [from]),
        ...own(form, part, 'fillFrom', [to]),
      ]),
      ...own(target, part, 'dialog', columns, 'warn'),
    ];
  }
  if (field.type === 'lookup') {
    const beside =
      [definition.fields, ...definition.tables.map((table) => table.fields)].find((fields) => fields.includes(field)) ??
      [];
    const relation = beside.find(({ id }) => id === field.config.relation);
    return [
      ...own(form, part, 'lookup', [field.config.relation]),
      ...(relation?.type === 'relation' ? own(relation.config.form, part, 'lookup', [field.config.field]) : []),
    ];
  }
  if (field.type !== 'rollup') return [];
  const { config } = field;
  const counted = config.field === undefined ? [] : [config.field];
  if (!isLinkedRollup(field)) return own(form, part, 'rollup', [config.table, ...counted]);
  if (config.form)
    return [
      { part, place: 'rollup', to: { form: config.form, element: '' }, how: 'refuse' },
      ...own(config.form, part, 'rollup', [...(config.via ?? '').split('.'), ...counted]),
    ];
  const relation = definition.fields.find(({ id }) => id === config.relation);
  return [
    ...own(form, part, 'rollup', [config.relation ?? '']),
    ...(relation?.type === 'relation' ? own(relation.config.form, part, 'rollup', counted) : []),
  ];
}

/** Settings that hold an expression, wherever they stand: new ones of the same kind are found by themselves. */
const expressionKeys = new Set([
  'requiredIf',
  'readOnlyIf',
  'hiddenIf',
  'foldedIf',
  'disabledIf',
  'validIf',
  'uniqueIf',
  'defaultFormula',
  'optionsFormula',
  'address',
  'value',
  'from',
  'to',
  'list',
]);

function expressionsIn(thing: object, form: string, part: string): Reference[] {
  return Object.entries(thing).flatMap(([key, value]): Reference[] => {
    if (typeof value === 'string')
      return expressionKeys.has(key) ? textReferences(value, form, part, 'expression') : [];
    // what stands within has parts of its own
    if (typeof value !== 'object' || value === null || key === 'items' || key === 'compare') return [];
    const filled = Array.isArray(value)
      ? value.flatMap((one: unknown) => (typeof one === 'object' && one !== null ? expressionsIn(one, form, part) : []))
      : expressionsIn(value, form, part);
    return key === 'action' && 'values' in value
      ? [
          ...filled,
          ...own(
            form,
            part,
            'fill',
            (value.values as { field: string }[]).map(({ field }) => field),
          ),
        ]
      : filled;
  });
}

function own(
  form: string,
  part: string,
  place: UsePlace,
  elements: readonly string[],
  how: Reference['how'] = 'refuse',
): Reference[] {
  return elements.filter((element) => element !== '').map((element) => ({ part, place, to: { form, element }, how }));
}

function titleOf(definition: FormDefinition, part: string): Text | undefined {
  const named = [
    ...definition.fields,
    ...definition.tables,
    ...definition.tables.flatMap((table) => table.fields),
    ...definition.layout,
    ...definition.layout.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.kind === 'button' || item.kind === 'embed' || item.kind === 'divider' ? [item] : [],
      ),
    ),
  ];
  return named.find(({ id }) => id === part)?.title;
}
