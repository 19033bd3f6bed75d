import type { Node, NodeOf } from '../ast.ts';
import { type FeelType, fieldKey, number } from '../types.ts';
import {
  common,
  isNothing,
  made,
  nothing,
  nothingOf,
  type Sql,
  type SqlList,
  sqlType,
  type Writer,
} from './fragment.ts';

const readers: Partial<Record<FeelType['kind'], string>> = {
  number: 'json_number',
  string: 'json_text',
  boolean: 'json_boolean',
  date: 'json_date',
  context: 'json_object',
};

/** A value that stands in JSON, as the type that was promised for it. */
export function fromJson(writer: Writer, text: string, type: FeelType, at: Node): Sql {
  const reader = readers[type.kind];
  if (!reader) return writer.refuse(at, type.kind);
  return { text: `feel.${reader}(${text})`, type, nullable: true, cheap: false };
}

/** An array in JSON as a list. */
export function listFromJson(writer: Writer, text: string, item: FeelType, at: Node): SqlList {
  const alias = writer.alias();
  return {
    from: `jsonb_array_elements(feel.items(${text})) with ordinality as ${alias}(v, i)`,
    alias,
    absent: `feel.items(${text}) is null`,
    read: (from) => fromJson(writer, `${from}.v`, item, at),
  };
}

/** The step of a path into an object. */
export function fieldOf(writer: Writer, of: Sql, node: NodeOf<'path'>): { text: string; type: FeelType } {
  const key = of.type.kind === 'context' ? fieldKey(of.type, node.name) : undefined;
  if (of.type.kind !== 'context' || key === undefined) return writer.refuse(node, node.name);
  return { text: `(${of.text} -> ${writer.literal(key, node).text})`, type: of.type.fields[key]! };
}

/** A path over a list answers with the field of each element. */
export function listOfField(writer: Writer, node: NodeOf<'path'>): SqlList {
  const list = writer.list(node.of);
  return {
    ...list,
    read: (alias) => {
      const { text, type } = fieldOf(writer, list.read(alias), node);
      return fromJson(writer, text, type, node);
    },
  };
}

export function listOfItems(writer: Writer, items: readonly Sql[], at: Node): SqlList {
  const type = common(items);
  if (!type) return writer.refuse(at, 'list');
  const alias = writer.alias();
  const rows = items.map(({ text }, i) => `(${text}::${sqlType(type)}, ${i + 1}::bigint)`);
  const from = rows.length === 0 ? '(select null::text, 1::bigint where false)' : `(values ${rows.join(', ')})`;
  return {
    from: `${from} as ${alias}(v, i)`,
    alias,
    absent: null,
    read: (name) => ({ ...type, text: `${name}.v`, nullable: items.some(({ nullable }) => nullable), cheap: true }),
  };
}

/** A single value as a list of one. */
export function listOfOne(writer: Writer, node: Node): SqlList {
  const value = writer.emit(node);
  if (isNothing(value)) return { ...listOfItems(writer, [], node), absent: 'true' };
  if (value.nullable && !value.cheap) return writer.refuse(node, 'list');
  return { ...listOfItems(writer, [value], node), absent: value.nullable ? `${value.text} is null` : null };
}

export function filtered(writer: Writer, node: NodeOf<'filter'>): SqlList {
  const list = writer.list(node.of);
  writer.bind(node, list.read(list.alias));
  const alias = writer.alias();
  return {
    ...list,
    alias,
    from: `(select ${list.alias}.v, row_number() over (order by ${list.alias}.i) from ${list.from} where ${writer.truth(node.by)}) as ${alias}(v, i)`,
  };
}

export function picked(writer: Writer, node: NodeOf<'filter'>): Sql {
  const list = writer.list(node.of);
  const place = writer.emit(node.by);
  const item = list.read(list.alias);
  if (isNothing(place) || isNothing(item)) return nothing;
  return {
    ...item,
    text: `(select feel.pick(array_agg(${item.text} order by ${list.alias}.i), ${place.text}) from ${list.from})`,
    nullable: true,
    cheap: false,
  };
}

export function mapped(writer: Writer, node: NodeOf<'for'>): SqlList {
  const list = iterated(writer, node);
  const item = writer.emit(node.body);
  const alias = writer.alias();
  return {
    from: `(select ${item.text}::${sqlType(item)}, ${list.alias}.i from ${list.from}) as ${alias}(v, i)`,
    alias,
    absent: list.absent,
    read: (name) => ({ ...item, text: `${name}.v`, cheap: true }),
  };
}

export function quantified(writer: Writer, node: NodeOf<'quantified'>): Sql {
  const list = iterated(writer, node);
  const body = writer.emit(node.body);
  if (!isNothing(body) && body.type.kind !== 'boolean') return writer.refuse(node.body, body.type.kind);
  // an aggregate over nothing of its own query would belong to the query around it
  const alias = writer.alias();
  const from = `(select ${body.text}::boolean from ${list.from}) as ${alias}(v)`;
  return decided(
    { ...list, from, alias },
    { ...nothingOf({ kind: 'boolean' }), text: `${alias}.v`, nullable: body.nullable },
    node.every,
  );
}

/** True when every one is, or with `every` false when one is; unknown elements leave it open. */
export function decided(list: SqlList, passed: Sql, every: boolean): Sql {
  const unknown = passed.nullable ? ` when bool_or(${passed.text} is null) then null` : '';
  const text = `(select case when bool_or(${passed.text} is ${!every}) then ${!every}${unknown} else ${every} end from ${list.from})`;
  return unlessAbsent(made({ kind: 'boolean' }, text, [passed]), list);
}

export const unlessAbsent = (value: Sql, { absent }: SqlList): Sql =>
  absent ? { ...value, text: `(case when not (${absent}) then ${value.text} end)`, nullable: true } : value;

const MAX_COUNTED = 10_000;

function iterated(writer: Writer, node: NodeOf<'for' | 'quantified'>): SqlList {
  const [iterator, more] = node.iterators;
  if (!iterator || more) return writer.refuse(node, node.kind === 'for' ? 'for' : node.every ? 'every' : 'some');
  const list = iterator.upTo ? counted(writer, iterator.over, iterator.upTo) : writer.list(iterator.over);
  writer.bind(iterator, list.read(list.alias));
  return list;
}

/** `1..10`, whose ends must be known: one that is counted for minutes would hold up a whole query. */
function counted(writer: Writer, over: Node, upTo: Node): SqlList {
  const [from, to] = [writer.fold(over), writer.fold(upTo)];
  if (typeof from !== 'number' || typeof to !== 'number' || Math.abs(to - from) > MAX_COUNTED)
    return writer.refuse(over, '..');
  const alias = writer.alias();
  return {
    from: `generate_series(${from}::numeric, ${to}, ${from <= to ? 1 : -1}) with ordinality as ${alias}(v, i)`,
    alias,
    absent: null,
    read: (name) => ({
      text: `${name}.v`,
      type: number,
      nullable: false,
      cheap: true,
      digits: { whole: 16, scale: 0 },
    }),
  };
}

/** A list as it leaves: an array in JSON, its numbers as texts as everywhere outside. */
export function toJson(writer: Writer, list: SqlList, at: Node): Sql {
  const item = list.read(list.alias);
  if (!['number', 'string', 'boolean', 'date', 'null'].includes(item.type.kind))
    return writer.refuse(at, `list<${item.type.kind}>`);
  const value = item.type.kind === 'number' ? `trim_scale(${item.text})::text` : item.text;
  return unlessAbsent(
    made(
      { kind: 'list', item: item.type },
      `(select coalesce(jsonb_agg(${value} order by ${list.alias}.i), '[]') from ${list.from})`,
      [],
    ),
    list,
  );
}
