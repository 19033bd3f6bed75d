import {
  isOperationPath,
  newOperation,
  type GatewayApi,
  type Operation,
  type Parameter,
} from '@formwork/contract/gateway/definition.ts';
import type { Unsupported } from '@formwork/contract/gateway/api.ts';
import { refuse, type AppError } from '../../platform/errors.ts';
import { parse } from 'yaml';
import { findFailures } from './schemas.ts';

export interface ReadDescription {
  format: 'json' | 'yaml';
  title: string;
  version: string;
  about: string;
  basePath: string;
  operations: Operation[];
  targets: { id: string; url: string; weight: number }[];
  unsupported: Unsupported[];
}

type Json = Record<string, unknown>;

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;

/** An OpenAPI description of 3.0 or 3.1 as an API; what it says and the gateway does not do is named. */
export async function readDescription(text: string): Promise<ReadDescription> {
  const read = readOperations(text);
  // what cannot be held against a body is left out here, or nothing of it could be released
  await findFailures(read.operations, (operation, part) => {
    operation[part] = '';
    read.unsupported.push({ where: `${operation.method} ${operation.path}`, what: 'schema' });
  });
  return read;
}

function readOperations(text: string): ReadDescription {
  const format = /^\s*\{/.test(text) ? 'json' : 'yaml';
  const root = parsed(text, format);
  if (root.swagger !== undefined) throw refuse('gateway.document.swagger', { version: String(root.swagger) });
  if (!/^3\.[01]\./.test(String(root.openapi)))
    throw refuse('gateway.document.not_openapi', { version: String(root.openapi ?? '') });
  const unsupported: Unsupported[] = [];
  const info = asObject(root.info);
  const operations: Operation[] = [];
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(asObject(root.paths))) {
    const entry = resolved(root, item, unsupported, path);
    for (const key of Object.keys(entry))
      if (['trace', 'options', 'servers'].includes(key)) unsupported.push({ where: path, what: key });
    for (const method of methods) {
      const described = entry[method];
      if (typeof described !== 'object' || described === null) continue;
      const where = `${method.toUpperCase()} ${path}`;
      const plain = plainPathOf(path);
      if (!isOperationPath(plain)) {
        unsupported.push({ where, what: 'path' });
        continue;
      }
      operations.push(operationOf(root, described as Json, entry, method, plain, where, ids, unsupported));
    }
  }
  const own = asObject(root['x-formwork-api']) as Partial<GatewayApi>;
  for (const key of ['webhooks', 'callbacks'] as const)
    if (root[key] !== undefined) unsupported.push({ where: '/', what: key });
  return {
    format,
    title: textOf(info.title) || 'API',
    version: textOf(info.version).slice(0, 30),
    about: textOf(info.description).slice(0, 8_000),
    basePath: typeof own.basePath === 'string' ? own.basePath : '',
    operations: operations.slice(0, 500),
    targets: targetsOf(root, unsupported),
    unsupported: operations.length > 500 ? [...unsupported, { where: '/', what: 'operations' }] : unsupported,
  };
}

function parsed(text: string, format: 'json' | 'yaml'): Json {
  try {
    // aliases may not unfold into more than anybody wrote
    const root: unknown =
      format === 'json' ? JSON.parse(text) : parse(text, { maxAliasCount: 1_000, logLevel: 'error' });
    if (typeof root === 'object' && root !== null && !Array.isArray(root)) return root as Json;
  } catch (error) {
    throw unreadable(error);
  }
  throw refuse('gateway.document.not_openapi', { version: '' });
}

/** Where it is, where the reader says so: in a text of thousands of lines its own words, in its own language, are of little use. */
function unreadable(error: unknown): AppError {
  const said = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200) : '';
  const [, line, column] =
    / \(line (\d+) column (\d+)\)$/.exec(said) ?? / at line (\d+), column (\d+):?$/.exec(said) ?? [];
  if (line === undefined) return refuse('gateway.document.unreadable', { message: said });
  const message = said.replace(
    /(?: in JSON)?(?: at position \d+)? \(line \d+ column \d+\)$| at line \d+, column \d+:?$/,
    '',
  );
  return refuse('gateway.document.unreadable_at', { line: Number(line), column: Number(column), message });
}

function operationOf(
  root: Json,
  described: Json,
  item: Json,
  method: string,
  path: string,
  where: string,
  ids: Set<string>,
  unsupported: Unsupported[],
): Operation {
  let id = (textOf(described.operationId) || `${method}_${path}`).replace(/[^\w-]+/g, '_').slice(0, 50) || 'operation';
  for (let n = 2; ids.has(id); n++) id = `${id.replace(/_\d+$/, '')}_${n}`;
  ids.add(id);
  for (const key of ['callbacks', 'servers', 'security'] as const)
    if (described[key] !== undefined) unsupported.push({ where, what: key });
  const parameters = new Map<string, Parameter>();
  for (const one of [...asList(item.parameters), ...asList(described.parameters)]) {
    const parameter = parameterOf(resolved(root, one, unsupported, where), where, unsupported);
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return newOperation(id, {
    method: method.toUpperCase() as Operation['method'],
    path,
    title: textOf(described.summary).slice(0, 300),
    about: textOf(described.description).slice(0, 4_000),
    parameters: withOwnIds([...parameters.values()].slice(0, 100)),
    requestSchema: schemaText(root, resolved(root, described.requestBody, unsupported, where), where, unsupported),
    mock: mockOf(root, described, unsupported, where),
    deprecated: described.deprecated === true,
  });
}

/** Names that differ in signs alone, as `time<` and `time>`, are two parameters all the same. */
function withOwnIds(parameters: readonly Parameter[]): Parameter[] {
  const taken = new Set<string>();
  return parameters.map((parameter) => {
    let { id } = parameter;
    for (let n = 2; taken.has(id); n++) id = `${parameter.id.slice(0, 55)}_${n}`;
    taken.add(id);
    return { ...parameter, id };
  });
}

function parameterOf(one: Json, where: string, unsupported: Unsupported[]): Parameter | undefined {
  const name = textOf(one.name);
  const place = textOf(one.in);
  if (place === 'cookie') {
    unsupported.push({ where, what: `cookie ${name}` });
    return undefined;
  }
  if (!['path', 'query', 'header'].includes(place) || name === '' || name.length > 60) {
    // one that could not be found is named already
    if (name !== '') unsupported.push({ where, what: `parameter ${name.slice(0, 100)}` });
    return undefined;
  }
  const { type, format } = asObject(one.schema);
  const known: Parameter['type'] =
    type === 'integer'
      ? 'integer'
      : type === 'number'
        ? 'number'
        : type === 'boolean'
          ? 'boolean'
          : format === 'date'
            ? 'date'
            : 'text';
  return {
    id: `${place}_${name}`.replace(/[^\w-]+/g, '_').slice(0, 60),
    name,
    in: place as Parameter['in'],
    type: known,
    required: one.required === true,
    about: textOf(one.description).slice(0, 300),
  };
}

/** The schema of a JSON body with everything it refers to, so that it stands by itself. */
function schemaText(root: Json, body: Json, where: string, unsupported: Unsupported[]): string {
  const content = asObject(body.content);
  const json = Object.entries(content).find(([type]) => /\bjson\b/.test(type))?.[1];
  for (const type of Object.keys(content)) if (!/\bjson\b/.test(type)) unsupported.push({ where, what: type });
  const schema = asObject(json).schema;
  if (schema === undefined) return '';
  const defs: Json = {};
  const made = inlined(root, schema, defs, unsupported, where);
  const whole = Object.keys(defs).length === 0 ? made : { ...(made as Json), $defs: defs };
  const text = JSON.stringify(whole, null, 2);
  if (text.length <= 20_000) return text;
  unsupported.push({ where, what: 'schema' });
  return '';
}

/** `of`: the reference that led there, which is what a schema of 2019 means by one to itself. */
function inlined(
  root: Json,
  schema: unknown,
  defs: Json,
  unsupported: Unsupported[],
  where: string,
  of?: string,
): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(root, one, defs, unsupported, where, of));
  if (typeof schema !== 'object' || schema === null) return schema;
  const made: Json = {};
  for (const [key, said] of Object.entries(schema)) {
    if (key === '$recursiveAnchor') continue;
    const toItself = key === '$recursiveRef' && said === '#' && of !== undefined;
    const value: unknown = toItself ? of : said;
    if ((key === '$ref' || toItself) && typeof value === 'string') {
      const name = value.replace(/^#\//, '').replace(/[^\w]+/g, '_');
      if (!value.startsWith('#/')) {
        unsupported.push({ where, what: value });
        return {};
      }
      if (!(name in defs)) {
        defs[name] = true;
        defs[name] = inlined(root, at(root, value), defs, unsupported, where, value);
      }
      made.$ref = `#/$defs/${name}`;
    } else if (
      !['example', 'examples', 'xml', 'externalDocs', 'discriminator', 'description'].includes(key) ||
      key in asObject((schema as Json).properties)
    )
      made[key] = inlined(root, value, defs, unsupported, where, of);
  }
  return made;
}

/** The first good answer that shows an example is what a mock says. */
function mockOf(root: Json, described: Json, unsupported: Unsupported[], where: string): Operation['mock'] {
  const plain: Operation['mock'] = { status: 200, type: 'application/json', body: '{}', delayMs: 0 };
  const found = Object.entries(asObject(described.responses)).find(([status]) => /^2\d\d$/.test(status));
  if (!found) return plain;
  const answer = resolved(root, found[1], unsupported, where);
  const [type, media] = Object.entries(asObject(answer.content))[0] ?? [];
  const status = Number(found[0]);
  if (type === undefined) return { ...plain, status, body: '' };
  const { example, examples } = asObject(media);
  const shown = example ?? asObject(Object.values(asObject(examples))[0]).value;
  const body = shown === undefined ? '{}' : typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2);
  return { ...plain, status, type: type.slice(0, 300), body: body.length > 20_000 ? '{}' : body };
}

function targetsOf(root: Json, unsupported: Unsupported[]): ReadDescription['targets'] {
  return asList(root.servers)
    .flatMap((server, n) => {
      const { url, variables } = asObject(server);
      const filled = textOf(url).replace(/\{(\w+)\}/g, (_, name: string) =>
        textOf(asObject(asObject(variables)[name]).default),
      );
      if (/^https?:\/\//.test(filled) && URL.canParse(filled))
        return [{ id: `server${n + 1}`, url: filled, weight: n === 0 ? 1 : 0 }];
      if (filled !== '') unsupported.push({ where: 'servers', what: filled.slice(0, 200) });
      return [];
    })
    .slice(0, 20);
}

/** References inside the file alone; one that leads in a circle ends. */
function resolved(root: Json, value: unknown, unsupported: Unsupported[], where: string, depth = 0): Json {
  const object = asObject(value);
  if (typeof object.$ref !== 'string') return object;
  if (!object.$ref.startsWith('#/') || depth > 20) {
    unsupported.push({ where, what: object.$ref });
    return {};
  }
  return resolved(root, at(root, object.$ref), unsupported, where, depth + 1);
}

function at(root: Json, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Json)[step] : undefined,
      root,
    );
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Names between braces as the gateway writes them. */
function plainPathOf(path: string): string {
  return path.replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => `{${name.replace(/[^\w-]/g, '_').replace(/^(?=[\d-])/, '_')}}`,
  );
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
