import { credentialKinds, type GatewayApi, type Operation } from '@formwork/contract/gateway/definition.ts';
import { Document, isMap, parseDocument } from 'yaml';
import { withOperations } from './yaml-parts.ts';

type Json = Record<string, unknown>;

/** What was imported, and the operations that were made of it. */
export interface KeptDescription {
  body: string;
  format: 'json' | 'yaml';
  operations: readonly Operation[];
}

/** What an API is described by, made anew. */
export function descriptionOf(name: string, body: GatewayApi, address: string): string {
  const paths: Record<string, Json> = {};
  for (const operation of body.operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationOf(body, operation);
  const schemes = Object.fromEntries(
    credentialKinds.filter((kind) => body.security.ways.includes(kind)).map((kind) => [kind, schemeOf(kind, address)]),
  );
  const root: Json = {
    openapi: '3.1.0',
    info: { title: name, version: body.version || '1', ...(body.about !== '' && { description: body.about }) },
    servers: [{ url: `${address}${body.basePath}` }],
    paths,
    ...(body.security.open || Object.keys(schemes).length === 0
      ? {}
      : { components: { securitySchemes: schemes }, security: Object.keys(schemes).map((kind) => ({ [kind]: [] })) }),
    'x-formwork-api': { basePath: body.basePath },
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}

/**
 * What is served as a document for whoever writes a program: paths that are there and no others, our address and our ways in; where
 * the calls go from here is not said.
 */
export function servedDocument(
  name: string,
  body: GatewayApi,
  address: string,
  kept: KeptDescription | undefined,
): Json {
  const own = JSON.parse(descriptionOf(name, body, address)) as Json;
  delete own['x-formwork-api'];
  if (!kept) return own;
  const document = parseDocument(patched(kept.body, kept.format, kept.operations, body)).toJS({
    maxAliasCount: 1_000,
  }) as Json;
  const places = new Set(body.operations.map(({ method, path }) => `${method.toLowerCase()} ${plainPath(path)}`));
  const served = Object.entries(objectOf(document.paths)).map(([path, item]): [string, Json] => [
    path,
    Object.fromEntries(
      Object.entries(objectOf(item)).flatMap(([key, part]): [string, unknown][] => {
        if (!pathMethods.includes(key)) return key === 'servers' ? [] : [[key, part]];
        if (!places.has(`${key} ${plainPath(path)}`)) return [];
        const { servers: _servers, security: _security, ...rest } = objectOf(part);
        return [[key, rest]];
      }),
    ),
  ]);
  const { components, security } = own as { components?: Json; security?: unknown };
  const { 'x-formwork-api': _ours, security: _theirs, ...rest } = document;
  return {
    ...rest,
    info: { ...objectOf(document.info), title: name },
    servers: own.servers,
    paths: Object.fromEntries(served.filter(([, item]) => Object.keys(item).some((key) => pathMethods.includes(key)))),
    components: { ...objectOf(document.components), securitySchemes: components?.securitySchemes ?? {} },
    ...(security !== undefined && { security }),
  };
}

const pathMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];
const plainPath = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/**
 * The imported description with what was changed since put into it: comments, order and whatever the gateway does not know stay
 * where they are.
 */
export function patched(text: string, format: 'json' | 'yaml', was: readonly Operation[], body: GatewayApi): string {
  const before = new Map(was.map((one) => [one.id, one]));
  const now = new Map(body.operations.map((one) => [one.id, one]));
  const document = format === 'yaml' ? parseDocument(text) : new Document(JSON.parse(text) as unknown);
  const places: [string, string][] = [];
  for (const one of was)
    if (!now.has(one.id)) {
      const place = placeOf(document, one);
      places.push(place);
      document.deleteIn(['paths', ...place]);
    }
  for (const operation of body.operations) {
    const old = before.get(operation.id);
    if (!old) {
      places.push([operation.path, operation.method.toLowerCase()]);
      document.setIn(
        ['paths', operation.path, operation.method.toLowerCase()],
        document.createNode(operationOf(body, operation)),
      );
    } else if (JSON.stringify(old) !== JSON.stringify(operation)) {
      places.push(placeOf(document, old), [operation.path, operation.method.toLowerCase()]);
      change(document, old, operation, body);
      places.push(placeOf(document, operation));
    }
  }
  // paths that have nothing left; one that had nothing before stays
  for (const [path] of places) {
    const item: unknown = document.getIn(['paths', path], true);
    if (isMap(item) && item.items.length === 0) document.deleteIn(['paths', path]);
  }
  return format === 'yaml'
    ? writtenAnew(text, document, places)
    : `${JSON.stringify(document.toJS(), null, indentOf(text))}\n`;
}

/** With every other line as it was, where that reads as the same; as a whole otherwise. */
function writtenAnew(text: string, document: Document, places: readonly [string, string][]): string {
  const unique = [...new Map(places.map((place) => [place.join(' '), place])).values()];
  const spliced = withOperations(text, parseDocument(text), document, unique);
  if (spliced !== undefined && isSame(parseDocument(spliced), document)) return spliced;
  return document.toString({ lineWidth: 0 });
}

function isSame(one: Document, other: Document): boolean {
  const plain = (document: Document): string => JSON.stringify(document.toJS({ maxAliasCount: 1_000 }));
  return one.errors.length === 0 && plain(one) === plain(other);
}

function change(document: Document, old: Operation, operation: Operation, body: GatewayApi): void {
  let place = ['paths', ...placeOf(document, old)];
  if (old.path !== operation.path || old.method !== operation.method) {
    const node: unknown = document.getIn(place, true);
    document.deleteIn(place);
    place = ['paths', operation.path, operation.method.toLowerCase()];
    document.setIn(place, node);
  }
  const set = (key: string, value: string | boolean, gone: boolean): void => {
    if (gone) document.deleteIn([...place, key]);
    else document.setIn([...place, key], value);
  };
  if (old.title !== operation.title) set('summary', operation.title, operation.title === '');
  if (old.about !== operation.about) set('description', operation.about, operation.about === '');
  if (old.deprecated !== operation.deprecated) set('deprecated', true, !operation.deprecated);
  const made = operationOf(body, operation);
  if (JSON.stringify(old.parameters) !== JSON.stringify(operation.parameters))
    document.setIn([...place, 'parameters'], document.createNode(made.parameters));
  if (old.requestSchema !== operation.requestSchema)
    document.setIn(
      [...place, 'requestBody', 'content', 'application/json', 'schema'],
      document.createNode(schemaOf(operation.requestSchema)),
    );
}

/** As it is written in the description: names between braces may have other signs there. */
function placeOf(document: Document, { path, method }: Operation): [string, string] {
  const paths = document.get('paths', true);
  const key = isMap(paths)
    ? paths.items.map((pair) => String(pair.key)).find((one) => one === path || plainPath(one) === plainPath(path))
    : undefined;
  return [key ?? path, method.toLowerCase()];
}

function operationOf(body: GatewayApi, operation: Operation): Json {
  const { parameters, title, about, id, deprecated, requestSchema, responseSchema, mock } = operation;
  const shown = parameters.filter((one) => one.in !== 'body');
  const isFile = body.source.is === 'file' && (body.source.place.of !== 'folder' || operation.action === 'get');
  const example = body.source.is === 'mock' ? { example: jsonOr(mock.body) } : {};
  return {
    operationId: id,
    ...(title !== '' && { summary: title }),
    ...(about !== '' && { description: about }),
    ...(deprecated && { deprecated: true }),
    ...(shown.length > 0 && {
      parameters: shown.map((one) => ({
        name: one.name,
        in: one.in,
        ...((one.required || one.in === 'path') && { required: true }),
        ...(one.about !== '' && { description: one.about }),
        schema:
          one.type === 'date'
            ? { type: 'string', format: 'date' }
            : { type: one.type === 'text' ? 'string' : one.type },
      })),
    }),
    ...(requestSchema !== '' && {
      requestBody: { content: { 'application/json': { schema: schemaOf(requestSchema) } } },
    }),
    responses: {
      [String(body.source.is === 'mock' ? mock.status : 200)]: {
        description: 'OK',
        content: {
          [isFile ? '*/*' : 'application/json']: {
            ...(isFile && { schema: { type: 'string', format: 'binary' } }),
            ...(responseSchema !== '' && { schema: schemaOf(responseSchema) }),
            ...example,
          },
        },
      },
    },
  };
}

function schemeOf(kind: (typeof credentialKinds)[number], address: string): Json {
  switch (kind) {
    case 'key':
      return { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
    case 'basic':
      return { type: 'http', scheme: 'basic' };
    case 'jwt':
      return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
    case 'oauth':
      return { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `${address}/oauth/token`, scopes: {} } } };
    case 'hmac':
      return { type: 'http', scheme: 'hmac-sha256' };
    case 'certificate':
      return { type: 'mutualTLS' };
  }
}

function schemaOf(text: string): unknown {
  return text === '' ? {} : jsonOr(text);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function indentOf(text: string): string {
  return /^\s*\{\s*\n([ \t]+)/.exec(text)?.[1] ?? '  ';
}
