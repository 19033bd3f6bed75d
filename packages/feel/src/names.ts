import { check } from './check.ts';
import { namesOf } from './compile.ts';
import { parse } from './parse.ts';
import { isReserved } from './tracker.ts';
import { contextOf, type ContextType, type FeelType, listOf, nothing, plainName } from './types.ts';

/** A field as people see it and as texts keep it. A slave table names the fields of its rows. */
export interface NamedField {
  readonly id: string;
  readonly title: string;
  readonly fields?: readonly NamedField[];
}

/** Writes ids in place of titles: what the editor shows becomes what is stored. Names that mean no field stay as they are. */
export const toStored = (text: string, names: readonly NamedField[]): string =>
  rewrite(text, byEither(names), ({ id }) => id);

/**
 * Writes titles in place of ids. A title that could be taken for something else stands in backticks, and where even that would be
 * read back differently the id stays: `toStored` always finds the stored text again.
 */
export function toShown(text: string, names: readonly NamedField[]): string {
  const stored = byId(names);
  const writable = writableTitles(names);
  const titles = (quote: boolean) => rewrite(text, stored, (field) => written(field, writable, quote));
  for (const quote of [false, true]) {
    const shown = titles(quote);
    if (toStored(shown, names) === text) return shown;
  }
  return text;
}

/** The types of fields by their titles as well as their ids, to check a text while it is shown with titles. */
export function shownTypes(
  types: Readonly<Record<string, FeelType>>,
  names: readonly NamedField[],
): Record<string, FeelType> {
  const shown: Record<string, FeelType> = { ...types };
  const unique = uniqueTitles(names);
  for (const field of names) {
    const type = types[field.id];
    if (!type) continue;
    const inner = field.fields ? shownRows(type, field.fields) : type;
    shown[field.id] = inner;
    if (unique.has(field)) shown[field.title] = inner;
  }
  return shown;
}

function shownRows(type: FeelType, fields: readonly NamedField[]): FeelType {
  if (type.kind === 'list') return listOf(shownRows(type.item, fields));
  return type.kind === 'context' ? { ...type, fields: shownTypes(type.fields, fields) } : type;
}

/** Fields by the names a text may use for them; the context type is what the checker resolves names in. */
interface Lookup {
  readonly root: ContextType;
  readonly fieldAt: ReadonlyMap<object, ReadonlyMap<string, NamedField>>;
}

function lookup(
  names: readonly NamedField[],
  keysOf: (field: NamedField, siblings: readonly NamedField[]) => readonly string[],
): Lookup {
  const fieldAt = new Map<object, ReadonlyMap<string, NamedField>>();
  const contextFor = (fields: readonly NamedField[]): ContextType => {
    const types: Record<string, FeelType> = {};
    const byKey = new Map<string, NamedField>();
    for (const field of fields) {
      // a field that is no slave table has no type here: nothing can be looked up in it, and it is never taken for a function
      const type = field.fields ? listOf(contextFor(field.fields)) : nothing;
      for (const key of keysOf(field, fields)) {
        types[key] = type;
        byKey.set(key, field);
      }
    }
    fieldAt.set(types, byKey);
    return contextOf(types);
  };
  return { root: contextFor(names), fieldAt };
}

const byId = (names: readonly NamedField[]): Lookup => lookup(names, ({ id }) => [id]);

function byEither(names: readonly NamedField[]): Lookup {
  const unique = new Map<readonly NamedField[], ReadonlySet<NamedField>>();
  return lookup(names, (field, siblings) => {
    if (!unique.has(siblings)) unique.set(siblings, uniqueTitles(siblings));
    return unique.get(siblings)!.has(field) ? [field.title, field.id] : [field.id];
  });
}

/** Fields whose title means them and no sibling. */
function uniqueTitles(siblings: readonly NamedField[]): Set<NamedField> {
  const count = new Map<string, number>();
  for (const { id, title } of siblings) {
    count.set(plainName(title), (count.get(plainName(title)) ?? 0) + 1);
    if (id !== title) count.set(id, (count.get(id) ?? 0) + 1);
  }
  return new Set(
    siblings.filter(({ title }) => title.trim() !== '' && !title.includes('`') && count.get(plainName(title)) === 1),
  );
}

function rewrite(text: string, { root, fieldAt }: Lookup, write: (field: NamedField) => string): string {
  const { ast } = parse(text, { names: namesOf(root.fields) });
  const changes: { from: number; to: number; by: string }[] = [];
  for (const [node, bound] of check(ast, root.fields).bindings) {
    let binding: typeof bound | null = bound;
    while (binding?.from === 'perhaps') binding = binding.otherwise;
    if (binding?.from !== 'input' && binding?.from !== 'member' && binding?.from !== 'field') continue;
    const field = fieldAt.get(binding.owner.fields)?.get(binding.key);
    if (!field) continue;
    const { from, to } = node.kind === 'path' ? node.nameSpan : node;
    changes.push({ from, to, by: write(field) });
  }
  changes.sort((a, b) => a.from - b.from);
  let result = '';
  let at = 0;
  for (const { from, to, by } of changes) {
    result += text.slice(at, from) + by;
    at = to;
  }
  return result + text.slice(at);
}

function written(field: NamedField, writable: ReadonlyMap<NamedField, boolean>, quote: boolean): string {
  const plain = writable.get(field);
  if (plain === undefined) return field.id;
  return plain && !quote ? field.title : `\`${field.title}\``;
}

/** Fields that may be shown by title, and whether the title needs no backticks. */
function writableTitles(
  names: readonly NamedField[],
  found = new Map<NamedField, boolean>(),
): Map<NamedField, boolean> {
  for (const field of uniqueTitles(names)) {
    const { title } = field;
    const { ast, problems } = parse(title, { names: [title] });
    found.set(
      field,
      problems.length === 0 &&
        !isReserved(title) &&
        ast.kind === 'name' &&
        ast.from === 0 &&
        ast.to === title.length &&
        ast.name === plainName(title),
    );
  }
  for (const { fields } of names) if (fields) writableTitles(fields, found);
  return found;
}
