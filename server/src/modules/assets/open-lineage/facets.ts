import type { EdgeKind } from '@formwork/contract/assets/asset.ts';
import type { OpenName } from './names.ts';

/** An edge by its ends, with the keys of columns; '' is the whole. */
export interface NamedEdge {
  from: number;
  fromColumn: string;
  to: number;
  toColumn: string;
  kind: EdgeKind;
  /** The asset that says so. */
  via: number;
}

export interface Described {
  id: number;
  kind: string;
  name: OpenName;
  about: string;
  owner: string | null;
  tags: readonly string[];
  columns: readonly { key: string; title: string; type: string }[];
}

/** What computes; all else is data. */
export const jobKinds: ReadonlySet<string> = new Set(['etl_task', 'etl_flow', 'rule', 'orchestration']);

export const specOf = (file: string): string => `https://openlineage.io/spec/${file}`;
const facetOf = (producer: string, version: string, name: string) => ({
  _producer: producer,
  _schemaURL: specOf(`facets/${version}/${name}.json#/$defs/${name}`),
});

const subtypes: Partial<Record<EdgeKind, string>> = {
  condition: 'CONDITIONAL',
  join: 'JOIN',
  filter: 'FILTER',
  group: 'GROUP_BY',
  sort: 'SORT',
  window: 'WINDOW',
};

export interface InputField {
  namespace: string;
  name: string;
  field: string;
  transformations: { type: 'DIRECT' | 'INDIRECT'; subtype?: string }[];
}

/** What a dataset is called and consists of; `lineage` says where its columns come from. */
export function datasetOf(producer: string, { name, about, owner, tags, columns }: Described, lineage?: ColumnLineage) {
  return {
    ...name,
    facets: {
      ...(columns.length > 0 && {
        schema: {
          ...facetOf(producer, '1-2-0', 'SchemaDatasetFacet'),
          fields: columns.map(({ key, title, type }) => ({
            name: key,
            type,
            ...(title !== key && title !== '' && { description: title }),
          })),
        },
      }),
      ...(lineage &&
        (Object.keys(lineage.fields).length > 0 || lineage.dataset.length > 0) && {
          columnLineage: {
            ...facetOf(producer, '1-2-0', 'ColumnLineageDatasetFacet'),
            fields: Object.fromEntries(
              Object.entries(lineage.fields).map(([key, inputFields]) => [key, { inputFields }]),
            ),
            ...(lineage.dataset.length > 0 && { dataset: lineage.dataset }),
          },
        }),
      ...(about !== '' && {
        documentation: { ...facetOf(producer, '1-1-0', 'DocumentationDatasetFacet'), description: about },
      }),
      ...(owner !== null && {
        ownership: { ...facetOf(producer, '1-0-1', 'OwnershipDatasetFacet'), owners: [{ name: `user:${owner}` }] },
      }),
      ...(tags.length > 0 && {
        tags: {
          ...facetOf(producer, '1-0-0', 'TagsDatasetFacet'),
          tags: tags.map((tag) => ({ key: tag, value: 'true', source: 'USER' })),
        },
      }),
    },
  };
}

export function jobOf(producer: string, { name, about, kind }: Described) {
  return {
    ...name,
    facets: {
      jobType: {
        ...facetOf(producer, '2-0-3', 'JobTypeJobFacet'),
        processingType: 'BATCH',
        integration: 'FORMWORK',
        jobType: kind === 'etl_flow' || kind === 'orchestration' ? 'DAG' : 'TASK',
      },
      ...(about !== '' && {
        documentation: { ...facetOf(producer, '1-1-0', 'DocumentationJobFacet'), description: about },
      }),
    },
  };
}

export const errorFacet = (producer: string, message: string) => ({
  errorMessage: { ...facetOf(producer, '1-0-1', 'ErrorMessageRunFacet'), message, programmingLanguage: 'TypeScript' },
});

/** The run of a flow that a run is part of. */
export const parentFacet = (producer: string, runId: string, job: OpenName) => ({
  parent: { ...facetOf(producer, '1-1-0', 'ParentRunFacet'), run: { runId }, job },
});

export const rowsFacet = (producer: string, rowCount: number) => ({
  outputStatistics: { ...facetOf(producer, '1-0-2', 'OutputStatisticsOutputDatasetFacet'), rowCount },
});

export interface ColumnLineage {
  fields: Record<string, InputField[]>;
  /** What weighs on all rows. */
  dataset: InputField[];
}

/** Where the columns of `to` come from, by edges that lead to it from other datasets. */
export function lineageOf(
  to: number,
  edges: readonly NamedEdge[],
  nameOf: (asset: number) => OpenName | undefined,
): ColumnLineage {
  const found: ColumnLineage = { fields: {}, dataset: [] };
  for (const edge of edges) {
    const name = nameOf(edge.from);
    // a field is not known: what leads from the whole is told by the inputs
    if (edge.to !== to || edge.fromColumn === '' || !name) continue;
    if (edge.toColumn !== '') add((found.fields[edge.toColumn] ??= []), name, edge.fromColumn, edge.kind);
    else if (subtypes[edge.kind] !== undefined) add(found.dataset, name, edge.fromColumn, edge.kind);
  }
  return found;
}

/** Edges from what a job reads to what it writes, over its own columns; a target that is no asset has the columns that nobody takes. */
export function throughJob(job: number, edges: readonly NamedEdge[]): NamedEdge[] {
  const into = edges.filter(({ to, from }) => to === job && from !== job);
  const out = edges.filter(({ from, to }) => from === job && to !== job);
  const byColumn = Map.groupBy(into, ({ toColumn }) => toColumn);
  const found = new Map<string, NamedEdge>();
  const put = (edge: NamedEdge): void => {
    found.set(JSON.stringify(edge), edge);
  };
  for (const { to, fromColumn, toColumn, kind } of out) {
    if (toColumn === '') continue;
    for (const one of byColumn.get(fromColumn) ?? [])
      put({ ...one, to, toColumn, kind: kind === 'value' ? one.kind : kind });
  }
  for (const to of new Set(out.map((edge) => edge.to)))
    for (const one of byColumn.get('') ?? []) if (one.kind !== 'value') put({ ...one, to });
  return [...found.values()];
}

function add(list: InputField[], { namespace, name }: OpenName, field: string, kind: EdgeKind): void {
  const subtype = subtypes[kind];
  const known = list.find((one) => one.namespace === namespace && one.name === name && one.field === field);
  const step = subtype === undefined ? ({ type: 'DIRECT' } as const) : ({ type: 'INDIRECT', subtype } as const);
  if (!known) list.push({ namespace, name, field, transformations: [step] });
  else if (!known.transformations.some((one) => one.type === step.type && one.subtype === subtype))
    known.transformations.push(step);
}
