import {
  dataSetDocument,
  emptyDataSet,
  hasSource,
  joinedSources,
  markKinds,
  notChosen,
  partOfColumn,
  type DataSet,
} from '@formwork/contract/analytics/dataset.ts';
import type { SetHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';
import { assetOfSet } from '../assets.ts';
import { compiledRow } from '../sets/row-sql.ts';
import { nameOfSource, renamedSource } from '../source-reference.ts';

/** Rows of a connection, a task, a file or a chart, by fields that charts are made of. */
export const dataSetKind: DefinitionKind<DataSet, DataSet> = {
  ...dataSetDocument,
  format: 2,
  // the first format had no hierarchies and read everything whole
  migrate: (body) => ({ ...emptyDataSet(), ...(body as object) }),
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

function problems({ source, fields, rules, hierarchies, grows }: DataSet): DefinitionProblem[] {
  const known = new Set(fields.map(({ id }) => id));
  const wrong = rules.filter(({ where, own, hides }) =>
    [...(where ? comparisonsIn(where).map(({ field }) => field) : []), ...(own ? [own.field] : []), ...hides].some(
      (field) => !known.has(field),
    ),
  );
  return [
    ...wrongCalcs(fields),
    ...(hasSource({ source }) ? [] : [{ code: 'analytics.set.no_source', level: 'error' as const, at: ['source'] }]),
    ...(fields.length > 0 ? [] : [{ code: 'analytics.set.no_fields', level: 'error' as const, at: ['fields'] }]),
    ...wrongGrowth(grows, fields),
    ...hierarchies.flatMap((one) => wrongHierarchy(one, fields)),
    ...wrong.map(({ id }) => ({
      code: 'analytics.set.rule_field_gone',
      level: 'error' as const,
      at: ['rules', `#${id}`],
    })),
  ];
}

/** What a row is known by and when it changed are said by the source, not worked out. */
function wrongGrowth(grows: DataSet['grows'], fields: DataSet['fields']): DefinitionProblem[] {
  if (grows === null) return [];
  const fits = (id: string, of: (field: DataSet['fields'][number]) => boolean): boolean =>
    fields.some((field) => field.id === id && !field.calc && of(field));
  return fits(grows.key, () => true) && fits(grows.by, ({ kind }) => markKinds.has(kind))
    ? []
    : [{ code: 'analytics.set.grows_gone', level: 'error', at: ['grows'] }];
}

function wrongHierarchy({ id, fields, tree }: SetHierarchy, all: DataSet['fields']): DefinitionProblem[] {
  const kinds = new Map(all.map((field) => [field.id, field.kind]));
  const code = !fields.every((field) => (tree ? kinds.get(field) === 'text' : kinds.has(field)))
    ? 'analytics.set.hierarchy_gone'
    : fields.length < (tree ? 1 : 2)
      ? 'analytics.set.hierarchy_short'
      : undefined;
  return code ? [{ code, level: 'error', at: ['hierarchies', `#${id}`] }] : [];
}

/** A field may be worked out of those before it. */
function wrongCalcs(fields: DataSet['fields']): DefinitionProblem[] {
  const known = new Map(fields.filter(({ calc }) => !calc).map(({ id, kind }) => [id, kind]));
  return fields.flatMap((field): DefinitionProblem[] => {
    if (!field.calc) return [];
    const fits = field.calc.parts.every((part) => known.has(part.field)) && !('code' in compiledRow(field, known));
    known.set(field.id, field.kind);
    return fits ? [] : [{ code: 'analytics.set.calc_wrong', level: 'error', at: ['fields', `#${field.id}`] }];
  });
}

/** Without its connection or task it cannot be read. */
function references({ source, fields }: DataSet): DefinitionReference[] {
  const to = (kind: string, id: string | null, part = ''): DefinitionReference[] =>
    id === null || id === notChosen ? [] : [{ part: '', to: { kind, id, part }, how: 'refuse' }];
  switch (source.is) {
    case 'sql':
    case 'table':
    case 'api':
      return to('connection', source.connection);
    case 'task':
      return to('etl_task', source.task, source.node);
    case 'chart':
      return to('chart', source.chart);
    case 'view':
      return to('form', source.form);
    case 'join':
      return joinReferences(source, fields);
    default:
      return [];
  }
}

/** Without a field that rows are joined by there are none; without another there is less. */
function joinReferences(
  source: Extract<DataSet['source'], { is: 'join' }>,
  fields: DataSet['fields'],
): DefinitionReference[] {
  const sources = new Map(joinedSources(source).map(({ as, of }) => [as, of]));
  const named = (part: string, column: string, how: DefinitionReference['how']): DefinitionReference[] => {
    const of = sources.get(part);
    if (of === undefined || column.startsWith('_')) return [];
    return [{ part: '', to: { ...nameOfSource(of), part: column }, how }];
  };
  return [
    ...[...sources.keys()].flatMap((as) => named(as, '', 'refuse')),
    ...source.joins.flatMap(({ as, on }) =>
      on.flatMap(({ part, from, field }) => [...named(part, from, 'refuse'), ...named(as, field, 'refuse')]),
    ),
    ...fields.flatMap((one) => {
      if (one.calc) return [];
      const { part, field } = partOfColumn(one.column);
      return named(part, field, 'warn');
    }),
  ];
}

function renamed(source: DataSet['source'], ids: ReadonlyMap<string, string>): DataSet['source'] {
  const now = (id: string): string => ids.get(id) ?? id;
  switch (source.is) {
    case 'sql':
    case 'table':
    case 'api':
      return { ...source, connection: source.connection && now(source.connection) };
    case 'task':
      return { ...source, task: now(source.task) };
    case 'chart':
      return { ...source, chart: now(source.chart) };
    case 'view':
      return { ...source, form: source.form && now(source.form), view: now(source.view) };
    case 'join': {
      const moved = <Part extends { of: string | null }>(part: Part): Part => ({
        ...part,
        of: part.of && renamedSource(part.of, ids),
      });
      return { ...source, first: moved(source.first), joins: source.joins.map(moved) };
    }
    default:
      return source;
  }
}
