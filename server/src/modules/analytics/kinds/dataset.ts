import { dataSetDocument, hasSource, notChosen, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';
import { assetOfSet } from '../assets.ts';

/** Rows of a connection, a task, a file or a chart, by fields that charts are made of. */
export const dataSetKind: DefinitionKind<DataSet, DataSet> = {
  ...dataSetDocument,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin', 'user'] },
  problems,
  references,
  parts: ({ fields }) => fields.map(({ id }) => id),
  rename: (body, ids) => ({ ...body, source: renamed(body.source, ids) }),
  compile: (body) => body,
  asset: assetOfSet,
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after)
      ? [{ code: 'analytics.words.changed', at: ['source'] }]
      : [],
};

function problems({ source, fields, rules }: DataSet): DefinitionProblem[] {
  const known = new Set(fields.map(({ id }) => id));
  const wrong = rules.filter(({ where, own, hides }) =>
    [...(where ? comparisonsIn(where).map(({ field }) => field) : []), ...(own ? [own.field] : []), ...hides].some(
      (field) => !known.has(field),
    ),
  );
  return [
    ...(hasSource({ source }) ? [] : [{ code: 'analytics.set.no_source', level: 'error' as const, at: ['source'] }]),
    ...(fields.length > 0 ? [] : [{ code: 'analytics.set.no_fields', level: 'error' as const, at: ['fields'] }]),
    ...wrong.map(({ id }) => ({
      code: 'analytics.set.rule_field_gone',
      level: 'error' as const,
      at: ['rules', `#${id}`],
    })),
  ];
}

/** Without its connection or task it cannot be read. */
function references({ source }: DataSet): DefinitionReference[] {
  const to = (kind: string, id: string | null, part = ''): DefinitionReference[] =>
    id === null || id === notChosen ? [] : [{ part: '', to: { kind, id, part }, how: 'refuse' }];
  switch (source.is) {
    case 'sql':
    case 'table':
      return to('connection', source.connection);
    case 'task':
      return to('etl_task', source.task, source.node);
    case 'chart':
      return to('chart', source.chart);
    default:
      return [];
  }
}

function renamed(source: DataSet['source'], ids: ReadonlyMap<string, string>): DataSet['source'] {
  const now = (id: string): string => ids.get(id) ?? id;
  switch (source.is) {
    case 'sql':
    case 'table':
      return { ...source, connection: source.connection && now(source.connection) };
    case 'task':
      return { ...source, task: now(source.task) };
    case 'chart':
      return { ...source, chart: now(source.chart) };
    default:
      return source;
  }
}
