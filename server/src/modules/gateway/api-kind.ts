import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import {
  completeApi,
  gatewayApiKind,
  isBasePath,
  isOperationPath,
  isPartName,
  pathNames,
  type FilePlace,
  type GatewayApi,
  type Operation,
} from '@formwork/contract/gateway/definition.ts';
import { keptQuery } from '@formwork/contract/etl/explorer.ts';
import { readNamedSql } from '@formwork/contract/gateway/named-sql.ts';
import { assetOfApi } from './assets.ts';
import { keepFiles, problemsOfFiles } from './files.ts';
import { findFailuresLong } from './long-texts.ts';
import type { DefinitionKind } from '../../platform/definition-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRange } from '../../platform/http/addresses.ts';
import { compileTransform } from '../../gateway/policies/transform.ts';

/** An API: who begins one or sees it is an administrator; what it serves is said by releases and environments. */
export const apiKind: DefinitionKind<GatewayApi, GatewayApi> = {
  ...gatewayApiKind,
  format: 3,
  migrate: completeApi,
  permissions: { use: ['admin'], create: ['admin'] },
  problems,
  references,
  parts: ({ operations }) => operations.map(({ id }) => id),
  rename(body, ids) {
    const { source } = body;
    if (source.is === 'form' && source.form !== null)
      return { ...body, source: { ...source, form: ids.get(source.form) ?? source.form } };
    if (source.is === 'flow' && source.flow !== null)
      return { ...body, source: { ...source, flow: ids.get(source.flow) ?? source.flow } };
    if (source.is === 'chart' && source.chart !== null)
      return { ...body, source: { ...source, chart: ids.get(source.chart) ?? source.chart } };
    if (source.is === 'file' && source.place.of === 'output' && source.place.task !== null) {
      const { place } = source;
      return { ...body, source: { ...source, place: { ...place, task: ids.get(place.task!) ?? place.task } } };
    }
    return body;
  },
  compile: (body) => body,
  problemsFor: problemsOfFiles,
  onRelease: keepFiles,
  asset: assetOfApi,
  words,
};

type Found = (code: string, at: string[], data?: Record<string, unknown>) => void;

async function problems(body: GatewayApi, { platform }: { platform: Platform }): Promise<DefinitionProblem[]> {
  const list: DefinitionProblem[] = [];
  const found: Found = (code, at, data) => list.push({ code: `gateway.problem.${code}`, level: 'error', at, data });
  if (body.basePath === '') found('no_path', ['basePath']);
  else if (!isBasePath(body.basePath)) found('bad_path', ['basePath'], { path: body.basePath });
  if (body.operations.length === 0) found('no_operations', ['operations']);
  if (!body.security.open && body.security.ways.length === 0) found('no_way_in', ['security']);
  sourceProblems(body, found);
  // what hides columns reads JSON alone: a file would go out as it is
  if (body.source.is === 'file' && (body.mask.length > 0 || body.maskFrom !== null)) found('file_masked', ['mask']);
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
  await findFailuresLong(platform, body.operations, ({ id }, part, message) =>
    found('bad_schema', ['operations', `#${id}`, part], { message }),
  );
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
    case 'flow':
      if (source.flow === null) found('no_flow', ['source', 'flow']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'chart':
      if (source.chart === null) found('no_chart', ['source', 'chart']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'exchange':
      if (source.request === null) found('no_request', ['source', 'request']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'file':
      if (!isChosen(source.place)) found(`no_${source.place.of}`, ['source', 'place']);
      if (source.person === null) found('no_person', ['source', 'person']);
      break;
    case 'aggregate':
    case 'mock':
  }
}

function isChosen(place: FilePlace): boolean {
  switch (place.of) {
    case 'file':
      return place.file !== null;
    case 'document':
      return place.app !== null && place.node !== null;
    case 'folder':
      return place.app !== null;
    case 'output':
      return place.task !== null && place.node !== '';
  }
}

function operationProblems({ source }: GatewayApi, operation: Operation, at: string[], found: Found): void {
  const names = pathNames(operation.path);
  if (source.is === 'aggregate') partProblems(operation, at, found);
  if (source.is === 'flow' && operation.method === 'GET' && !names.includes('run'))
    found('no_run', [...at, 'path'], { example: '{run}' });
  if (source.is === 'chart' && operation.method !== 'GET') found('chart_reads', [...at, 'method']);
  if (source.is === 'file') fileProblems(source.place.of, operation, at, found);
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
}

function fileProblems(of: FilePlace['of'], { method, path, action }: Operation, at: string[], found: Found): void {
  if (method !== 'GET' && method !== 'HEAD') found('file_reads', [...at, 'method']);
  if (of !== 'folder') return;
  if (action !== 'list' && action !== 'get') found('file_action', [...at, 'action']);
  if (action === 'get' && pathNames(path).length === 0) found('no_name', [...at, 'path'], { example: '{name}' });
}

function partProblems({ method, path, parts, parameters }: Operation, at: string[], found: Found): void {
  if (method !== 'GET') found('aggregate_reads', [...at, 'method']);
  if (parts.length === 0) found('no_parts', [...at, 'parts']);
  const known = new Set([...pathNames(path), ...parameters.map(({ name }) => name)]);
  const names = new Set<string>();
  for (const { id, name, url, health } of parts) {
    const where = [...at, 'parts', `#${id}`];
    if (!isPartName(name) || names.has(name)) found('bad_part_name', where, { name });
    names.add(name);
    const [, host = ''] = /^https?:\/\/([^/?]*)/.exec(url) ?? [];
    // who is asked must not be the caller's to say
    if (host === '' || host.includes('{') || !isUpstream(url.replace(/\{[^{}]*\}/g, 'x'), true))
      found('bad_target', where, { url });
    if (health !== '' && !/^\/[\x21-\x7e]*$/.test(health)) found('bad_health', where, { path: health });
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

function references({ source, operations }: GatewayApi): DefinitionReference[] {
  const queries =
    source.is === 'sql'
      ? operations.flatMap(({ id, query }): DefinitionReference[] =>
          // its text is here: without it the API goes on as it was released
          query ? [{ part: id, to: { kind: keptQuery, id: query.id, part: '' }, how: 'warn' }] : [],
        )
      : [];
  return [...sourceReferences(source), ...queries];
}

function sourceReferences(source: GatewayApi['source']): DefinitionReference[] {
  if (source.is === 'form' && source.form !== null)
    return [{ part: '', to: { kind: 'form', id: source.form, part: '' }, how: 'refuse' }];
  if (source.is === 'sql' && source.connection !== null)
    return [{ part: '', to: { kind: 'connection', id: source.connection, part: '' }, how: 'refuse' }];
  if (source.is === 'flow' && source.flow !== null)
    return [{ part: '', to: { kind: 'orchestration', id: source.flow, part: '' }, how: 'refuse' }];
  if (source.is === 'file' && source.place.of === 'output' && source.place.task !== null)
    return [{ part: '', to: { kind: 'etl_task', id: source.place.task, part: source.place.node }, how: 'refuse' }];
  if (source.is === 'chart' && source.chart !== null)
    return [{ part: '', to: { kind: 'chart', id: source.chart, part: '' }, how: 'refuse' }];
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
