import { edgeKinds } from '@formwork/contract/assets/asset.ts';
import type { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import { shownCell } from '@formwork/contract/csv.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { requireAsset, seenAssets } from '../find.ts';
import { graphOf } from '../lineage/graph-of-space.ts';
import { walk } from '../lineage/graph.ts';
import { readTitles } from '../lineage/titles.ts';
import type { StoredAsset } from '../rows.ts';
import { describeAssets, edgesAround } from './describe.ts';
import { datasetOf, jobKinds, jobOf, lineageOf, specOf, throughJob, type NamedEdge } from './facets.ts';
import { namingOf } from './names.ts';

const mostAssets = 200_000;

/** What the caller sees of the lineage, as a file: edges with a hidden end are left out. */
export async function exportLineage(
  ctx: Ctx,
  { query }: InputOf<(typeof openLineageApi)['export']>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const seen = await assetsAround(ctx, query);
  const kinds = new Set(query.kinds ?? edgeKinds);
  const edges = (await edgesAround(ctx, [...seen.keys()], query.at)).filter(
    ({ from, to, kind }) => seen.has(from) && seen.has(to) && kinds.has(kind),
  );
  const asCsv = query.format === 'csv';
  return reply
    .header('content-disposition', `attachment; filename="lineage.${asCsv ? 'csv' : 'ndjson'}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(asCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    .send(asCsv ? await csvOf(ctx, seen, edges, query.at) : await eventsOf(ctx, seen, edges));
}

async function assetsAround(
  ctx: Ctx,
  { asset, depth, direction, at }: InputOf<(typeof openLineageApi)['export']>['query'],
): Promise<Map<number, StoredAsset>> {
  if (asset !== undefined) await requireAsset(ctx, asset);
  const graph = await graphOf(ctx, at);
  const node = asset === undefined ? undefined : graph.nodeOf.get(asset);
  if (asset === undefined) return seenAssets(ctx, [...graph.ids].slice(0, mostAssets));
  if (node === undefined) return seenAssets(ctx, [asset]);
  const ids = new Set<number>();
  for (const way of direction === 'both' ? (['up', 'down'] as const) : [direction])
    for (const met of walk(graph, node, {
      direction: way,
      depth,
      column: 0,
      kinds: (1 << edgeKinds.length) - 1,
      most: mostAssets,
    }).depths.keys())
      ids.add(graph.ids[met]!);
  return seenAssets(ctx, [...ids]);
}

const heads = [
  'from_kind',
  'from_place',
  'from',
  'from_column',
  'from_column_title',
  'to_kind',
  'to_place',
  'to',
  'to_column',
  'to_column_title',
  'how',
];

async function csvOf(
  ctx: Ctx,
  seen: ReadonlyMap<number, StoredAsset>,
  edges: readonly NamedEdge[],
  at: string | undefined,
): Promise<string> {
  const titles = await readTitles(reader(ctx), [...seen.keys()], at);
  const end = (id: number, column: string): string[] => {
    const { kind, place, title } = seen.get(id)!;
    const named = column === '' ? undefined : titles.get(id)?.get(column);
    return [
      kind,
      textIn(place, ctx.locale),
      textIn(title, ctx.locale),
      column,
      named === undefined ? '' : textIn(named, ctx.locale),
    ];
  };
  const lines = edges.map(({ from, fromColumn, to, toColumn, kind }) => [
    ...end(from, fromColumn),
    ...end(to, toColumn),
    kind,
  ]);
  return `\ufeff${[heads, ...lines].map((cells) => `${cells.map(shownCell).join(',')}\r\n`).join('')}`;
}

/** A job with what it reads and writes, a dataset with what its columns come from. */
async function eventsOf(
  ctx: Ctx,
  seen: ReadonlyMap<number, StoredAsset>,
  edges: readonly NamedEdge[],
): Promise<string> {
  const naming = await namingOf(ctx);
  const { producer } = naming;
  const known = await describeAssets(ctx, [...seen.values()], naming);
  const nameOf = (id: number) => known.get(id)?.name;
  const into = Map.groupBy(edges, ({ to }) => to);
  const out = Map.groupBy(edges, ({ from }) => from);
  const base = (schema: string) => ({
    eventTime: new Date().toISOString(),
    producer,
    schemaURL: specOf(`2-0-2/OpenLineage.json#/$defs/${schema}`),
  });
  const isJob = (id: number): boolean => jobKinds.has(known.get(id)?.kind ?? '');
  const lines = [...known.values()].map((one) => {
    const [reads, writes] = [into.get(one.id) ?? [], out.get(one.id) ?? []];
    if (!jobKinds.has(one.kind))
      return {
        ...base('DatasetEvent'),
        dataset: datasetOf(
          producer,
          one,
          lineageOf(
            one.id,
            reads.filter(({ from }) => !isJob(from)),
            nameOf,
          ),
        ),
      };
    const through = throughJob(one.id, [...reads, ...writes]);
    const others = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id !== one.id);
    return {
      ...base('JobEvent'),
      job: jobOf(producer, one),
      inputs: others(reads.map(({ from }) => from)).map((id) => datasetOf(producer, known.get(id)!)),
      outputs: others(writes.map(({ to }) => to)).map((id) =>
        datasetOf(producer, known.get(id)!, lineageOf(id, through, nameOf)),
      ),
    };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
