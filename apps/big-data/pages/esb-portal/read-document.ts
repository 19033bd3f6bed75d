import type { Callable } from '../esb/TryIt.tsx';

// An OpenAPI document as somebody reads it. It comes from outside: nothing of it is there for sure.

type Json = Record<string, unknown>;

export interface ReadParameter {
  id: string;
  name: string;
  in: string;
  required: boolean;
  type: string;
  about: string;
}

export interface ReadBody {
  type: string;
  schema: unknown;
  example: string;
}

export interface ReadOperation extends Callable {
  id: string;
  title: string;
  about: string;
  tag: string;
  deprecated: boolean;
  parameters: ReadParameter[];
  request: ReadBody | undefined;
  answers: { status: string; about: string; body: ReadBody | undefined }[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'];

export function readOperations(document: Json): ReadOperation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = objectOf(resolved(document, item))[method];
      return described === undefined ? [] : [operationOf(document, path, method, resolved(document, item), described)];
    }),
  );
}

function operationOf(document: Json, path: string, method: string, item: Json, value: unknown): ReadOperation {
  const described = objectOf(value);
  const parameters = new Map<string, ReadParameter>();
  for (const one of [...listOf(item.parameters), ...listOf(described.parameters)]) {
    const { name, in: place, required, schema, description } = resolved(document, one);
    if (typeof name !== 'string' || typeof place !== 'string' || place === 'cookie') continue;
    const id = `${place} ${name}`;
    parameters.set(id, {
      id,
      name,
      in: place,
      required: required === true,
      type: typeOf(document, schema),
      about: textOf(description),
    });
  }
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    title: textOf(described.summary),
    about: textOf(described.description),
    tag: textOf(listOf(described.tags)[0]),
    deprecated: described.deprecated === true,
    parameters: [...parameters.values()],
    request: bodyOf(document, resolved(document, described.requestBody)),
    answers: Object.entries(objectOf(described.responses)).map(([status, answer]) => {
      const said = resolved(document, answer);
      return { status, about: textOf(said.description), body: bodyOf(document, said) };
    }),
  };
}

function bodyOf(document: Json, said: Json): ReadBody | undefined {
  const content = Object.entries(objectOf(said.content));
  const [type, media] = content.find(([one]) => /\bjson\b/.test(one)) ?? content[0] ?? [];
  if (type === undefined) return undefined;
  const { schema, example, examples } = objectOf(media);
  const shown =
    example ??
    objectOf(Object.values(objectOf(examples))[0]).value ??
    (/\bjson\b/.test(type) ? sampleOf(document, schema) : undefined);
  return {
    type,
    schema,
    example: shown === undefined ? '' : typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2),
  };
}

export interface SchemaLine {
  key: string;
  depth: number;
  name: string;
  type: string;
  required: boolean;
  about: string;
}

const mostLines = 300;
const mostDepth = 8;

/** The fields of a schema below each other; one that holds itself is named and not opened again. */
export function schemaLines(document: Json, schema: unknown): SchemaLine[] {
  const lines: SchemaLine[] = [];
  open(schema, 0, '', new Set());
  return lines;

  function open(value: unknown, depth: number, at: string, within: ReadonlySet<string>): void {
    const { $ref } = objectOf(value);
    const name = typeof $ref === 'string' ? $ref : undefined;
    if (depth > mostDepth || lines.length >= mostLines || (name !== undefined && within.has(name))) return;
    const inside = name === undefined ? within : new Set([...within, name]);
    const known = resolved(document, value);
    for (const part of [...listOf(known.allOf), ...listOf(known.oneOf), ...listOf(known.anyOf)])
      open(part, depth, at, inside);
    const required = new Set(listOf(known.required));
    for (const [key, property] of Object.entries(objectOf(known.properties))) {
      if (lines.length >= mostLines) return;
      const place = `${at}/${key}`;
      const told = resolved(document, property);
      lines.push({
        key: `${lines.length} ${place}`,
        depth,
        name: key,
        type: typeOf(document, property),
        required: required.has(key),
        about: textOf(told.description),
      });
      open(property, depth + 1, place, inside);
    }
    if (known.items !== undefined) open(known.items, depth, at, inside);
  }
}

/** `string (date)`, `Part[]`, `red | green`. */
export function typeOf(document: Json, schema: unknown, depth = 0): string {
  const { $ref } = objectOf(schema);
  const known = resolved(document, schema);
  const { type, format, items } = known;
  if (Array.isArray(known.enum)) return known.enum.slice(0, 12).map(String).join(' | ');
  if (typeof $ref === 'string' && (known.properties !== undefined || type === undefined))
    return $ref.split('/').at(-1) ?? '';
  if (items !== undefined && depth < 4) return `${typeOf(document, items, depth + 1)}[]`;
  const parts = [...listOf(known.oneOf), ...listOf(known.anyOf)];
  if (parts.length > 0 && depth < 4)
    return [...new Set(parts.map((part) => typeOf(document, part, depth + 1)))].join(' | ');
  const said = Array.isArray(type) ? type.map(String).join(' | ') : textOf(type) || 'object';
  return typeof format === 'string' ? `${said} (${format})` : said;
}

/** Something that fits, to begin with. */
export function sampleOf(document: Json, schema: unknown, depth = 0): unknown {
  const known = resolved(document, schema);
  if (known.example !== undefined) return known.example;
  if (known.default !== undefined) return known.default;
  if (Array.isArray(known.enum)) return known.enum[0];
  if (depth > 5) return null;
  const [part] = [...listOf(known.allOf), ...listOf(known.oneOf), ...listOf(known.anyOf)];
  const type = Array.isArray(known.type) ? known.type[0] : known.type;
  if (known.properties !== undefined || type === 'object')
    return Object.fromEntries(
      Object.entries(objectOf(known.properties))
        .slice(0, 40)
        .map(([key, property]) => [key, sampleOf(document, property, depth + 1)]),
    );
  if (known.items !== undefined || type === 'array') return [sampleOf(document, known.items, depth + 1)];
  if (part !== undefined) return sampleOf(document, part, depth + 1);
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  if (known.format === 'date') return '2026-01-31';
  return type === 'string' ? '' : null;
}

function resolved(document: Json, value: unknown, depth = 0): Json {
  const object = objectOf(value);
  if (typeof object.$ref !== 'string' || !object.$ref.startsWith('#/') || depth > 20) return object;
  const found = object.$ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (Object.hasOwn(objectOf(at), step) ? objectOf(at)[step] : undefined), document);
  return resolved(document, found, depth + 1);
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
