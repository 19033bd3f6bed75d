import type { assetsApi } from '@formwork/contract/assets/api.ts';
import { edgeKinds, type EdgeKind } from '@formwork/contract/assets/asset.ts';
import type { Impact, LineageEdge, LineageGraph, LineageNode, LineagePath } from '@formwork/contract/assets/lineage.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';
import { requireAsset, seenAssets } from '../find.ts';
import type { StoredAsset } from '../rows.ts';
import { pathBetween, walk, type Graph, type Walked } from './graph.ts';
import { graphOf } from './graph-of-space.ts';
import { veil } from './hidden.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;

const mostNodes = 150;
const mostOverview = 5_000;
const allKinds = (1 << edgeKinds.length) - 1;

/** Where an asset comes from and what comes from it; without one the whole picture, asset to asset. */
export async function getLineage(ctx: Ctx, { query }: Input<'lineage'>): Promise<LineageGraph> {
  const start = query.asset === undefined ? undefined : await requireAsset(ctx, query.asset);
  const graph = await graphOf(ctx, query.at);
  const kinds = query.kinds?.reduce((bits, kind) => bits | (1 << edgeKinds.indexOf(kind)), 0) ?? allKinds;
  if (!start) return overview(ctx, graph, kinds);
  const node = graph.nodeOf.get(start.id);
  const depths = new Map([[start.id, 0]]);
  const edges = new Set<number>();
  const more = new Map<number, { up: number; down: number }>();
  let cut = false;
  for (const direction of query.direction === 'both' ? (['up', 'down'] as const) : [query.direction]) {
    if (node === undefined) break;
    const walked = walk(graph, node, {
      direction,
      depth: query.depth,
      column: query.column ?? 0,
      kinds,
      most: mostNodes,
    });
    cut ||= walked.cut;
    for (const [at, depth] of walked.depths) {
      const id = graph.ids[at]!;
      if (!depths.has(id)) depths.set(id, direction === 'up' ? -depth : depth);
    }
    for (const edge of walked.edges) edges.add(edge);
    for (const [at, count] of walked.more)
      more.set(graph.ids[at]!, { up: 0, down: 0, ...more.get(graph.ids[at]!), [direction]: count });
  }
  return picture(ctx, graph, { start: start.id, depths, edges, more, cut, columns: query.columns, at: query.at });
}

async function overview(ctx: Ctx, graph: Graph, kinds: number): Promise<LineageGraph> {
  const ids = [...graph.ids].slice(0, mostOverview);
  const known = new Set(ids);
  const edges = new Set<number>();
  for (let edge = 0; edge < graph.from.length; edge += 1)
    if (
      (kinds & (1 << graph.kind[edge]!)) !== 0 &&
      known.has(graph.ids[graph.from[edge]!]!) &&
      known.has(graph.ids[graph.to[edge]!]!)
    )
      edges.add(edge);
  return picture(ctx, graph, {
    start: null,
    depths: new Map(ids.map((id) => [id, 0])),
    edges,
    more: new Map(),
    cut: graph.ids.length > mostOverview,
    columns: false,
    at: undefined,
  });
}

interface Picture {
  start: number | null;
  depths: ReadonlyMap<number, number>;
  edges: ReadonlySet<number>;
  more: ReadonlyMap<number, { up: number; down: number }>;
  cut: boolean;
  columns: boolean;
  at: string | undefined;
}

async function picture(
  ctx: Ctx,
  graph: Graph,
  { start, depths, edges, more, cut, columns, at }: Picture,
): Promise<LineageGraph> {
  const seen = await seenAssets(ctx, [...depths.keys()]);
  const all = [...edges].map((edge) => edgeOf(graph, edge));
  const veiled = veil([...depths.keys()], all, (id) => seen.has(id));
  const named = columns ? await columnsOf(ctx, [...seen.keys()], at) : new Map<number, Column[]>();
  const drawn = columns ? veiled.edges : collapsed(veiled.edges);
  const used = new Map<number, Set<number>>();
  for (const { from, fromColumn, to, toColumn } of drawn)
    for (const [asset, column] of [
      [from, fromColumn],
      [to, toColumn],
    ] as const)
      used.set(asset, (used.get(asset) ?? new Set()).add(column));
  const byHand = await manualEdges(ctx, [...seen.keys()]);
  return {
    start: start === null ? null : String(start),
    nodes: [
      ...[...seen.values()].map((asset) =>
        nodeOf(asset, {
          depth: depths.get(asset.id) ?? 0,
          more: more.get(asset.id) ?? { up: 0, down: 0 },
          columns: (named.get(asset.id) ?? []).filter(({ id }) => used.get(asset.id)?.has(id)),
        }),
      ),
      ...veiled.groups.map(({ id, count, into, out }) => ({
        ...hiddenNode(id, count),
        depth: Math.round(
          [...into, ...out].reduce((sum, one) => sum + (depths.get(one) ?? 0), 0) / (into.length + out.length),
        ),
      })),
    ],
    edges: [
      ...drawn.map(({ from, fromColumn, to, toColumn, kind }): LineageEdge => {
        const manual = byHand.get(`${from} ${columns ? fromColumn : ''} ${to} ${columns ? toColumn : ''}`);
        return {
          from: String(from),
          to: String(to),
          fromColumn,
          toColumn,
          kind,
          reason: kind === 'manual' ? (manual?.reason ?? '') : '',
          id: kind === 'manual' ? (manual?.id ?? null) : null,
        };
      }),
      ...veiled.groups.flatMap(({ id, into, out }) => [
        ...into.map((from) => veiledEdge(String(from), id)),
        ...out.map((to) => veiledEdge(id, String(to))),
      ]),
    ],
    hidden: veiled.hidden,
    cut,
  };
}

const veiledEdge = (from: string, to: string): LineageEdge => ({
  from,
  to,
  fromColumn: 0,
  toColumn: 0,
  kind: 'value',
  reason: '',
  id: null,
});

interface Edge {
  from: number;
  fromColumn: number;
  to: number;
  toColumn: number;
  kind: EdgeKind;
}

function edgeOf(graph: Graph, edge: number): Edge {
  return {
    from: graph.ids[graph.from[edge]!]!,
    fromColumn: graph.fromColumn[edge]!,
    to: graph.ids[graph.to[edge]!]!,
    toColumn: graph.toColumn[edge]!,
    kind: edgeKinds[graph.kind[edge]!]!,
  };
}

/** One edge between two assets, as the weightiest of theirs. */
function collapsed(edges: readonly Edge[]): Edge[] {
  const found = new Map<string, Edge>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const key = `${edge.from} ${edge.to}`;
    const known = found.get(key);
    if (!known || edgeKinds.indexOf(edge.kind) < edgeKinds.indexOf(known.kind))
      found.set(key, { ...edge, fromColumn: 0, toColumn: 0 });
  }
  return [...found.values()];
}

/** By ends with their columns, and by ends alone. */
async function manualEdges(ctx: Ctx, ids: readonly number[]): Promise<Map<string, { id: string; reason: string }>> {
  const from = reader(ctx);
  const { rows } = await from.query<{
    id: string;
    from_asset: number;
    from_col: number;
    to_asset: number;
    to_col: number;
    reason: string;
  }>({
    text: `select id::text, from_asset, from_col, to_asset, to_col, reason from ${from.schema}.assets_edge
      where via = 0 and valid_to is null and from_asset = any($1::integer[]) and to_asset = any($1::integer[])`,
    values: [ids],
  });
  return new Map(
    rows.flatMap(({ id, reason, ...row }) => [
      [`${row.from_asset} ${row.from_col} ${row.to_asset} ${row.to_col}`, { id, reason }],
      [`${row.from_asset}  ${row.to_asset} `, { id, reason }],
    ]),
  );
}

type Column = LineageNode['columns'][number];

async function columnsOf(ctx: Ctx, ids: readonly number[], at: string | undefined): Promise<Map<number, Column[]>> {
  const from = reader(ctx);
  const { rows } = await from.query<Column & { asset: number }>({
    text: `select asset, id, key, title, type from ${from.schema}.assets_column
      where asset = any($1::integer[]) and ${at === undefined ? 'true' : 'valid_from <= $2 and (valid_to is null or valid_to > $2)'} order by asset, position`,
    values: at === undefined ? [ids] : [ids, at],
  });
  return new Map(
    [...Map.groupBy(rows, ({ asset }) => asset)].map(([asset, own]) => [
      asset,
      own.map(({ asset: _, ...column }) => column),
    ]),
  );
}

function nodeOf(
  asset: StoredAsset,
  { depth, more, columns }: Pick<LineageNode, 'depth' | 'more' | 'columns'>,
): LineageNode {
  return {
    id: String(asset.id),
    asset: asset.id,
    kind: asset.kind,
    title: asset.title,
    place: asset.place,
    address: asset.address,
    state: asset.state,
    certified: asset.certified === 'certified',
    score: asset.score,
    hidden: 0,
    depth,
    more,
    unread: asset.unread,
    columns,
  };
}

function hiddenNode(id: string, count: number): LineageNode {
  return {
    id,
    asset: null,
    kind: 'hidden',
    title: { zh: '' },
    place: { zh: '' },
    address: null,
    state: 'live',
    certified: false,
    score: null,
    hidden: count,
    depth: 0,
    more: { up: 0, down: 0 },
    unread: null,
    columns: [],
  };
}

const mostRows = 2_000;
const lately = 30 * 24 * 3_600_000;

/** Whatever hangs on it, or what it hangs on, step by step to the end. */
export async function getImpact(ctx: Ctx, { params, query }: Input<'impact'>): Promise<Impact> {
  await requireAsset(ctx, params.assetId);
  const graph = await graphOf(ctx, query.at);
  const node = graph.nodeOf.get(params.assetId);
  if (node === undefined) return { rows: [], hidden: 0 };
  const walked: Walked = walk(graph, node, {
    direction: query.direction,
    depth: 1_000,
    column: query.column ?? 0,
    kinds: allKinds,
    most: 200_000,
  });
  walked.depths.delete(node);
  const ids = [...walked.depths.keys()].map((at) => graph.ids[at]!);
  const seen = await seenAssets(ctx, ids);
  const [named, suspects] = await Promise.all([
    columnsOf(ctx, [...seen.keys()].slice(0, mostRows), query.at),
    suspectsAmong(ctx, [...seen.keys()]),
  ]);
  const rows = [...walked.depths]
    .flatMap(([at, depth]) => {
      const asset = seen.get(graph.ids[at]!);
      const met = walked.columns.get(at);
      return asset
        ? [
            {
              asset: asset.id,
              kind: asset.kind,
              title: asset.title,
              place: asset.place,
              address: asset.address,
              owner: asset.owner,
              depth,
              columns: met?.has(0)
                ? []
                : (named.get(asset.id) ?? [])
                    .filter(({ id }) => met?.has(id))
                    .map(({ title }) => textIn(title, ctx.locale)),
              incidents: suspects.get(asset.id)?.incidents ?? 0,
              changedAt: suspects.get(asset.id)?.changedAt?.toISOString() ?? null,
              sort: asset.sort,
            },
          ]
        : [];
    })
    .toSorted((a, b) => a.depth - b.depth || a.sort.localeCompare(b.sort))
    .slice(0, mostRows)
    .map(({ sort: _, ...row }) => row);
  return { rows, hidden: ids.length - seen.size };
}

/** Whose quality is not as it should be, and whose columns have changed since they were first known, within these days. */
async function suspectsAmong(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, { incidents: number; changedAt: Date | null }>> {
  const from = reader(ctx);
  const { rows } = await from.query<{ asset: number; incidents: number; changedAt: Date | null }>({
    text: `select asset, sum(incidents)::int as incidents, max(at) as "changedAt" from (
        select asset, 1 as incidents, null::timestamptz as at from ${from.schema}.assets_incident where asset = any($1::integer[]) and state <> 'solved'
        union all
        select asset, 0, at from ${from.schema}.assets_schema where asset = any($1::integer[]) and number > 1 and at > $2
      ) found group by asset`,
    values: [ids, new Date(Date.now() - lately)],
  });
  return new Map(rows.map(({ asset, ...found }) => [asset, found]));
}

/** Of the asset that a thing is; of several columns together what hangs on any of them. */
export async function impactOfThing(ctx: Ctx, { params, query }: Input<'impactOfThing'>): Promise<Impact> {
  const from = reader(ctx);
  const { rows } = await from.query<{ id: number; columns: number[] }>({
    text: `select a.id, array(select c.id from ${from.schema}.assets_column c where c.asset = a.id and c.key = any($3::text[])) as columns
      from ${from.schema}.assets_asset a where a.kind = $1 and a.ref = $2 and a.state <> 'gone'`,
    values: [params.kind, params.ref, query.columns ?? []],
  });
  const [asset] = rows;
  if (!asset || !(await seenAssets(ctx, [asset.id])).has(asset.id)) throw notFound('assets.asset.not_found');
  const of = (column?: number): Promise<Impact> =>
    getImpact(ctx, {
      params: { assetId: asset.id },
      query: { direction: query.direction, ...(column !== undefined && { column }) },
      body: undefined,
    });
  if (query.columns === undefined) return of();
  const found = new Map<number, Impact['rows'][number]>();
  let hidden = 0;
  for (const column of asset.columns) {
    const impact = await of(column);
    // the same hidden one may hang on several: at least so many
    hidden = Math.max(hidden, impact.hidden);
    for (const row of impact.rows) {
      const known = found.get(row.asset);
      found.set(
        row.asset,
        known
          ? {
              ...known,
              depth: Math.min(known.depth, row.depth),
              columns: [...new Set([...known.columns, ...row.columns])],
            }
          : row,
      );
    }
  }
  return { rows: [...found.values()].toSorted((a, b) => a.depth - b.depth), hidden };
}

export async function getPath(ctx: Ctx, { query }: Input<'path'>): Promise<LineagePath> {
  const graph = await graphOf(ctx, query.at);
  const [start, end] = [graph.nodeOf.get(query.from), graph.nodeOf.get(query.to)];
  const found =
    start === undefined || end === undefined
      ? undefined
      : pathBetween(graph, { node: start, column: query.fromColumn ?? 0 }, { node: end, column: query.toColumn ?? 0 });
  const edges = (found ?? []).map((edge) => edgeOf(graph, edge));
  const ids = [query.from, ...edges.map(({ to }) => to)];
  // what somebody sees is asked once, for the ends and for what lies between
  const seen = await seenAssets(ctx, [...ids, query.to]);
  if (!seen.has(query.from) || !seen.has(query.to)) throw notFound('assets.asset.not_found');
  if (!found) return { steps: null };
  const named = await columnsOf(ctx, [...seen.keys()], query.at);
  const steps: NonNullable<LineagePath['steps']> = [];
  for (const [at, id] of ids.entries()) {
    const asset = seen.get(id);
    const into = edges[at - 1];
    const last = steps.at(-1);
    if (!asset) {
      // hidden ones in a row are one
      if (last && last.node.hidden > 0) last.node.hidden += 1;
      else steps.push({ node: hiddenNode(`h${at}`, 1), column: null, columnTitle: null, kind: null });
      continue;
    }
    const number = into?.toColumn || edges[at]?.fromColumn || 0;
    const column = named.get(id)?.find((one) => one.id === number);
    steps.push({
      node: nodeOf(asset, { depth: at, more: { up: 0, down: 0 }, columns: [] }),
      column: column?.key ?? null,
      columnTitle: column?.title ?? null,
      kind: into?.kind ?? null,
    });
  }
  return { steps };
}
