import { expect, test } from 'vitest';
import type { z } from 'zod';
import { dataSetDocument } from './analytics/dataset.ts';
import { chartDocument, dashboardDocument } from './analytics/definition.ts';
import { screenDocument } from './analytics/screen.ts';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { EtlFlow } from './etl/flow.ts';
import { EtlTask } from './etl/task.ts';
import { FormDefinition } from './forms/definition.ts';
import { gatewayApiKind } from './gateway/definition.ts';
import { flowKind } from './orchestration/flow-kind.ts';
import { ruleKind, ruleScriptKind } from './rules/document.ts';

/** What is written into expressions and statements has to be what it is called elsewhere; what a file is called the server cleans. */
const exact = [
  /^(etlTasks|EtlTask)\..*\b(columns|figures|gives|paths|picks|takes)\.(name|title)$/,
  /^rules?\..*\b(inputs?|outputs|types|starts|body)\.name$/,
  /^orchestration\..*\b(inputs?|outputs|values|starts)\.name$/,
  /^gateway_api\./,
  /^files\.beginUpload\.name$/,
  /^openLineage\.take\./,
  /^dataset\..*\bparameters\.name$/,
];

/** Names and titles in a schema that keep a mark which turns the direction of what follows. */
function turned(schema: z.core.$ZodType, at: string, key = '', seen = new Set<unknown>()): string[] {
  const into = (inner: unknown, more = '', name = key) =>
    turned(inner as z.core.$ZodType, at + more, name, new Set([...seen, schema]));
  if (seen.has(schema)) return [];
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  switch (def.type) {
    case 'string': {
      if (!/^(name|title|label|zh|en)$/.test(key)) return [];
      const { data } = (schema as z.ZodType).safeParse('a\u202Eb');
      return typeof data === 'string' && data.includes('\u202E') ? [at] : [];
    }
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => into(inner, `.${name}`, name));
    case 'array':
      return into(def.element);
    case 'union':
      return (def.options as unknown[]).flatMap((one) => into(one));
    case 'record':
      return into(def.valueType);
    case 'intersection':
      return [...into(def.left), ...into(def.right)];
    case 'pipe':
      return into(def.in);
    case 'lazy':
      return into((def.getter as () => unknown)());
    default:
      return def.innerType === undefined ? [] : into(def.innerType);
  }
}

const bodies = Object.entries(api).flatMap(([area, all]) =>
  Object.entries(all).flatMap(([name, { body }]: [string, Endpoint]): [string, z.core.$ZodType][] =>
    body === undefined ? [] : [[`${area}.${name}`, body]],
  ),
);
const kinds = [
  chartDocument,
  dashboardDocument,
  dataSetDocument,
  screenDocument,
  gatewayApiKind,
  flowKind,
  ruleKind,
  ruleScriptKind,
];
const definitions: [string, z.core.$ZodType][] = [
  ...kinds.map(({ kind, schema }): [string, z.core.$ZodType] => [kind, schema]),
  ['EtlTask', EtlTask],
  ['EtlFlow', EtlFlow],
  ['FormDefinition', FormDefinition],
];

test('whatever people name, in a call or in a definition, shows what it says', () => {
  const found = new Set([...bodies, ...definitions].flatMap(([name, schema]) => turned(schema, name)));
  expect([...found].filter((path) => !exact.some((pattern) => pattern.test(path)))).toEqual([]);
});
