import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import {
  completeApi,
  gatewayApiKind,
  isBasePath,
  isOperationPath,
  isPartName,
  pathNames,
  type GatewayApi,
  type Operation,
} from '@formwork/contract/gateway/definition.ts';
import { readNamedSql } from '@formwork/contract/gateway/named-sql.ts';
import { assetOfApi } from './assets.ts';
import type { DefinitionKind } from '../../platform/definition-kind.ts';
import { isRange } from '../../platform/http/addresses.ts';
import { compileSchema } from '../../gateway/policies/schema.ts';
import { compileTransform } from '../../gateway/policies/transform.ts';

/** An API: who begins one or sees it is an administrator; what it serves is said by releases and environments. */
export const apiKind: DefinitionKind<GatewayApi, GatewayApi> = {
  ...gatewayApiKind,
  format: 2,
  migrate: completeApi,
  permissions: { use: ['admin'], create: ['admin'] },
  problems,
  references,
  parts: ({ operations }) => operations.map(({ id }) => id),
  rename: (body, ids) =>
    body.source.is === 'form' && body.source.form !== null
      ? { ...body, source: { ...body.source, form: ids.get(body.source.form) ?? body.source.form } }
      : body,
  compile: (body) => body,
  asset: assetOfApi,
  words,
};

type Found = (code: string, at: string[], data?: Record<string, unknown>) => void;

function problems(body: GatewayApi): DefinitionProblem[] {
  const list: DefinitionProblem[] = [];
  const found: Found = (code, at, data) => list.push({ code: `gateway.problem.${code}`, level: 'error', at, data });
  if (body.basePath === '') found('no_path', ['basePath']);
  else if (!isBasePath(body.basePath)) found('bad_path', ['basePath'], { path: body.basePath });
  if (body.operations.length === 0) found('no_operations', ['operations']);
  if (!body.security.open && body.security.ways.length === 0) found('no_way_in', ['security']);
  sourceProblems(body, found);
  const places = new Set<string>();
  for (const operation of body.operations) {
    const at = ['operations', `#${operation.id}`];
    const place = `${operation.method} ${operation.path.replace(/\{[^}]*\}/g, '{}')}`;
    if (!isOperationPath(operation.path))
      found('bad_operation_path', [...at, 'path'], { path: operation.path, example: '{id}' });
    else if (places.has(place)) found('twice', [...at, 'path'], { path: `${operation.method} ${operation.path}` });
    places.add(place);
    operationProblems(body, operation, at, found);
  }
  for (const side of ['allow', 'deny'] as const)
    for (const range of body.limits[side]) if (!isRange(range)) found('bad_range', ['limits', side], { range });
  transformProblems(body, found);
  return list;
}

function sourceProblems({ source }: GatewayApi, found: Found): void {
  switch (source.is) {
    case 'upstream':
      if (!source.targets.some(({ weight }) => weight > 0)) found('no_target', ['source', 'targets']);
      for (const { id, url } of source.targets)
        if (!isUpstream(url)) found('bad_target', ['source', 'targets', `#${id}`], { url });
      for (const { id, url } of source.canary?.targets ?? [])
        if (!isUpstream(url)) found('bad_target', ['source', 'canary', 'targets', `#${id}`], { url });
      if (source.canary && !source.canary.targets.some(({ weight }) => weight > 0))
        found('no_target', ['source', 'canary', 'targets']);
      if (source.mirror && !isUpstream(source.mirror.url))
        found('bad_target', ['source', 'mirror', 'url'], { url: source.mirror.url });
      break;
    case 'form':
      if (source.form === null) found('no_form', ['source', 'form']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'sql':
      if (source.connection === null) found('no_connection', ['source', 'connection']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'exchange':
      if (source.request === null) found('no_request', ['source', 'request']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'aggregate':
    case 'mock':
  }
}

function operationProblems({ source }: GatewayApi, operation: Operation, at: string[], found: Found): void {
  const names = pathNames(operation.path);
  if (source.is === 'aggregate') partProblems(operation, at, found);
  if (source.is === 'exchange' && operation.method !== 'GET') found('exchange_reads', [...at, 'method']);
  if (source.is === 'form' && operation.action !== 'list' && operation.action !== 'create' && !names.includes('id'))
    found('no_id', [...at, 'path'], { example: '{id}' });
  if (source.is === 'sql') {
    const read = readNamedSql(operation.sql);
    if (operation.sql.trim() === '') found('no_sql', [...at, 'sql']);
    else if (read.problem !== null) found(`sql_${read.problem}`, [...at, 'sql']);
    const known = new Set([...operation.parameters.map(({ name }) => name), ...names]);
    const missing = read.names.filter((name) => !known.has(name));
    if (missing.length > 0) found('sql_unknown_name', [...at, 'sql'], { names: missing.join(', ') });
  }
  for (const part of ['requestSchema', 'responseSchema'] as const) {
    const failure = operation[part] === '' ? undefined : compileSchema(operation[part]).failure;
    if (failure !== undefined) found('bad_schema', [...at, part], { message: failure });
  }
}

function partProblems({ method, path, parts, parameters }: Operation, at: string[], found: Found): void {
  if (method !== 'GET') found('aggregate_reads', [...at, 'method']);
  if (parts.length === 0) found('no_parts', [...at, 'parts']);
  const known = new Set([...pathNames(path), ...parameters.map(({ name }) => name)]);
  const names = new Set<string>();
  for (const { id, name, url } of parts) {
    const where = [...at, 'parts', `#${id}`];
    if (!isPartName(name) || names.has(name)) found('bad_part_name', where, { name });
    names.add(name);
    const [, host = ''] = /^https?:\/\/([^/?]*)/.exec(url) ?? [];
    // who is asked must not be the caller's to say
    if (host === '' || host.includes('{') || !isUpstream(url.replace(/\{[^{}]*\}/g, 'x'), true))
      found('bad_target', where, { url });
    const missing = pathNames(url).filter((one) => !known.has(one));
    if (missing.length > 0) found('part_unknown_name', where, { names: missing.join(', ') });
  }
}

function transformProblems({ transform }: GatewayApi, found: Found): void {
  const texts: [string[], string][] = [
    [['transform', 'requestBody'], transform.requestBody],
    [['transform', 'responseBody'], transform.responseBody],
    ...(['requestHeaders', 'responseHeaders'] as const).flatMap((side) =>
      transform[side].map(({ id, value }): [string[], string] => [['transform', side, `#${id}`], value]),
    ),
  ];
  for (const [at, text] of texts) {
    const failure = text === '' ? undefined : compileTransform(text).failure;
    if (failure !== undefined) found('bad_transform', at, { message: failure });
  }
  for (const side of ['requestHeaders', 'responseHeaders'] as const)
    for (const { id, name } of transform[side])
      if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || forbiddenHeaders.test(name))
        found('bad_header', ['transform', side, `#${id}`], { name });
}

/** These say how a message is carried, or who calls: they are the gateway's own. */
const forbiddenHeaders =
  /^(connection|content-length|transfer-encoding|upgrade|host|te|trailer|keep-alive|expect|x-consumer.*|x-request-id|x-forwarded-.*)$/i;

function isUpstream(url: string, withQuery = false): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return (
    parsed !== undefined &&
    (parsed.protocol === 'http:' || parsed.protocol === 'https:') &&
    parsed.username === '' &&
    (withQuery || parsed.search === '') &&
    parsed.hash === ''
  );
}

function references({ source }: GatewayApi): DefinitionReference[] {
  if (source.is === 'form' && source.form !== null)
    return [{ part: '', to: { kind: 'form', id: source.form, part: '' }, how: 'refuse' }];
  if (source.is === 'sql' && source.connection !== null)
    return [{ part: '', to: { kind: 'connection', id: source.connection, part: '' }, how: 'refuse' }];
  return [];
}

function words(before: GatewayApi | undefined, after: GatewayApi) {
  if (!before) return [];
  const said: { code: string; at: string[]; data?: Record<string, unknown> }[] = [];
  const were = new Map(before.operations.map((one) => [one.id, one]));
  for (const one of after.operations) {
    const name = `${one.method} ${one.path}`;
    const was = were.get(one.id);
    were.delete(one.id);
    if (!was) said.push({ code: 'gateway.words.operation_added', at: ['operations', `#${one.id}`], data: { name } });
    else if (JSON.stringify(was) !== JSON.stringify(one))
      said.push({ code: 'gateway.words.operation_changed', at: ['operations', `#${one.id}`], data: { name } });
  }
  for (const { id, method, path } of were.values())
    said.push({
      code: 'gateway.words.operation_removed',
      at: ['operations', `#${id}`],
      data: { name: `${method} ${path}` },
    });
  for (const part of parts)
    if (JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      said.push({ code: `gateway.words.${part}`, at: [part] });
  return said;
}

const parts = [
  'basePath',
  'source',
  'security',
  'limits',
  'cors',
  'cache',
  'transform',
  'mask',
  'maskFrom',
  'upstream',
  'log',
  'faults',
] as const;
