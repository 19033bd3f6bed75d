import type { DefinitionChange } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';

/** Two definitions, table by table and field by field. */
export function compareDefinitions(before: FormDefinition | null, after: FormDefinition): DefinitionChange[] {
  const changes = compareFields(before?.fields ?? [], after.fields);
  const tablesBefore = before?.tables ?? [];
  for (const table of after.tables) {
    const old = tablesBefore.find(({ id }) => id === table.id);
    const inside = compareFields(old?.fields ?? [], table.fields, table.id);
    const { fields: _fields, ...own } = table;
    const { fields: _oldFields, ...oldOwn } = old ?? { fields: [] };
    const properties = old ? differing(oldOwn, own) : [];
    if (!old) changes.push({ kind: 'added', what: 'table', table: table.id, title: table.title });
    else if (properties.length)
      changes.push({ kind: 'changed', what: 'table', table: table.id, title: table.title, properties });
    changes.push(...inside);
  }
  for (const old of tablesBefore) {
    if (!after.tables.some(({ id }) => id === old.id))
      changes.push({ kind: 'removed', what: 'table', table: old.id, title: old.title });
  }
  if (!before) return changes;
  if (differing(before.layout, after.layout).length) changes.push({ kind: 'changed', what: 'layout' });
  const { fields: _f, tables: _t, layout: _l, ...own } = after;
  const { fields: _bf, tables: _bt, layout: _bl, ...ownBefore } = before;
  const properties = differing(ownBefore, own);
  if (properties.length) changes.push({ kind: 'changed', what: 'form', title: after.title, properties });
  return changes;
}

function compareFields(before: readonly Field[], after: readonly Field[], table?: string): DefinitionChange[] {
  const place = table === undefined ? {} : { table };
  const changes: DefinitionChange[] = [];
  for (const field of after) {
    const old = before.find(({ id }) => id === field.id);
    if (!old) changes.push({ kind: 'added', what: 'field', ...place, field: field.id, title: field.title });
    else {
      const properties = differing(old, field);
      if (properties.length)
        changes.push({ kind: 'changed', what: 'field', ...place, field: field.id, title: field.title, properties });
    }
  }
  for (const old of before) {
    if (!after.some(({ id }) => id === old.id))
      changes.push({ kind: 'removed', what: 'field', ...place, field: old.id, title: old.title });
  }
  if (!changes.some(({ kind }) => kind !== 'changed') && before.some(({ id }, index) => after[index]?.id !== id))
    changes.push({ kind: 'changed', what: 'layout', ...place });
  return changes;
}

/** Names of the properties which differ, whatever order their own keys have. */
function differing(before: object, after: object): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => ordered((before as Record<string, unknown>)[name]) !== ordered((after as Record<string, unknown>)[name]),
  );
}

function ordered(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
