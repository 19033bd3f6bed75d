import type { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { RunState } from '@formwork/contract/runs/run.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type Doer } from '../../../platform/db/space-data.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { asSystem } from '../../identity/public.ts';
import { seenAssets } from '../find.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import { describeAssets, edgesAround, storedAssets } from './describe.ts';
import {
  datasetOf,
  errorFacet,
  jobKinds,
  jobOf,
  lineageOf,
  parentFacet,
  rowsFacet,
  specOf,
  throughJob,
  type Described,
} from './facets.ts';
import { namingOf, type OpenName } from './names.ts';

type Input<Name extends keyof typeof openLineageApi> = InputOf<(typeof openLineageApi)[Name]>;

interface EndedRun {
  id: string;
  kind: keyof typeof assetOf;
  definition: string;
  state: RunState;
  started: Date | null;
  finished: Date;
  at: Date;
  counts: Record<string, number> | null;
  error: { code: string } | null;
  /** The run of a flow that it is part of, and what that carries out. */
  parent: string | null;
  parent_definition: string | null;
}

/** Which runs are told of, and which asset each carries out. */
const assetOf = { 'etl.task': 'etl_task', 'etl.flow': 'etl_flow' } as const;
const isTold = (kind: unknown): kind is EndedRun['kind'] => typeof kind === 'string' && Object.hasOwn(assetOf, kind);

/** What a data task or a flow of them read and wrote when it ran, told once it is over: where things came from is kept as it was then. */
export const runsTold: Subscriber = {
  name: 'assets.openlineage',
  start: 'now',
  types: ['runs.ended'],
  async handle(platform, spaceId, events) {
    const ids = events.flatMap(({ data: { kind, id } }) => (isTold(kind) && typeof id === 'string' ? [id] : []));
    if (ids.length === 0) return;
    const doer = asSystem(platform, spaceId, 'assets.openlineage');
    for (const run of await endedRuns(doer, ids)) if (!(await tell(doer, run))) await putOff(doer, run.id);
  },
};

/** Assets are registered by somebody else, who may come later than the end of a short run. */
export async function tellUntold({ platform, spaceId }: Pick<Doer, 'platform' | 'spaceId'>): Promise<void> {
  const doer = asSystem(platform, spaceId, 'assets.openlineage');
  const from = reader(doer);
  const { rows } = await from.query<{ run: string; late: boolean }>({
    text: `select run, at < $1 as late from ${from.schema}.assets_untold order by at limit 1000`,
    values: [new Date(Date.now() - longestUntoldMs)],
  });
  if (rows.length === 0) return;
  const ended = new Map(
    (
      await endedRuns(
        doer,
        rows.map(({ run }) => run),
      )
    ).map((run) => [run.id, run]),
  );
  const over: string[] = [];
  for (const { run: id, late } of rows) {
    const run = ended.get(id);
    if (!run || (await tell(doer, run)) || late) over.push(id);
  }
  await inSpace(doer, (tx) =>
    tx.query({ text: `delete from ${tx.schema}.assets_untold where run = any($1::uuid[])`, values: [over] }),
  );
}

/** What is no asset by then never becomes one. */
const longestUntoldMs = 24 * 3_600_000;

async function putOff(doer: Doer, run: string): Promise<void> {
  await inSpace(doer, (tx) =>
    tx.query({
      text: `insert into ${tx.schema}.assets_untold (run) values ($1) on conflict do nothing`,
      values: [run],
    }),
  );
}

async function endedRuns(doer: Doer, ids: readonly string[]): Promise<EndedRun[]> {
  const from = reader(doer);
  const { rows } = await from.query<EndedRun>({
    text: `select r.id, r.kind, r.definition, r.state, r.started, r.finished, r.at, r.counts, r.error, p.id as parent, p.definition as parent_definition
      from ${from.schema}.run r left join ${from.schema}.run p on p.id = (r.payload ->> 'flow')::uuid and p.kind = 'etl.flow'
      where r.id = any($1::uuid[]) and r.definition is not null and r.finished is not null order by r.id`,
    values: [ids],
  });
  return rows;
}

const terminal: Partial<Record<RunState, string>> = { finished: 'COMPLETE', failed: 'FAIL', cancelled: 'ABORT' };

/** False where what it carried out, or the flow that it is part of, is not known yet. */
async function tell(doer: Doer, run: EndedRun): Promise<boolean> {
  const end = terminal[run.state];
  if (end === undefined) return true;
  const [job, parent] = await Promise.all([
    assetFor(doer, assetOf[run.kind], run.definition),
    run.parent_definition === null ? undefined : assetFor(doer, 'etl_flow', run.parent_definition),
  ]);
  if (!job || (run.parent_definition !== null && !parent)) return false;
  const naming = await namingOf(doer);
  const { producer } = naming;
  const edges = await edgesAround(doer, [job.id]);
  const inputs = new Set(edges.flatMap(({ from: id, to }) => (to === job.id && id !== job.id ? [id] : [])));
  const outputs = new Set(edges.flatMap(({ from: id, to }) => (id === job.id && to !== job.id ? [to] : [])));
  // a flow and what it runs stand in edges too, and are no data
  const around = (await storedAssets(doer, [...inputs, ...outputs])).filter(({ kind }) => !jobKinds.has(kind));
  const known = await describeAssets(doer, [job, ...(parent ? [parent] : []), ...around], naming);
  const data = new Set(around.map(({ id }) => id));
  const described = (ids: Iterable<number>): Described[] =>
    [...ids].flatMap((id) => (data.has(id) ? (known.get(id) ?? []) : []));
  const through = throughJob(job.id, edges);
  const written = described(outputs);
  // what reads its files comes from it too, but is not what it writes
  const targets = new Set(
    edges.flatMap(({ from: id, to, via }) => (id === job.id && via === job.id && data.has(to) ? [to] : [])),
  );
  const outFacets = ({ id }: Described): object =>
    // how many rows went where is told only where it is one place
    end === 'COMPLETE' && targets.size === 1 && targets.has(id)
      ? { outputFacets: rowsFacet(producer, run.counts?.written ?? 0) }
      : {};
  const inFlow =
    parent && run.parent !== null ? parentFacet(producer, run.parent, known.get(parent.id)!.name) : undefined;
  const event = (type: string, time: Date, more: { facets?: object; ended: boolean }) => ({
    eventType: type,
    eventTime: time.toISOString(),
    producer,
    schemaURL: specOf('2-0-2/OpenLineage.json#/$defs/RunEvent'),
    run: { runId: run.id, facets: { ...inFlow, ...more.facets } },
    job: jobOf(producer, known.get(job.id)!),
    inputs: described(inputs).map((one) => datasetOf(producer, one)),
    outputs: written.map((one) => ({
      ...datasetOf(
        producer,
        one,
        lineageOf(one.id, through, (id) => (data.has(id) ? known.get(id)?.name : undefined)),
      ),
      ...(more.ended && outFacets(one)),
    })),
  });
  const named = [...known.values()].map(({ id, name }) => ({ asset: id, ...name }));
  const told = [
    event('START', run.started ?? run.at, { ended: false }),
    event(end, run.finished, { ended: true, ...(run.error && { facets: errorFacet(producer, run.error.code) }) }),
  ];
  await inSpace(doer, async (tx) => {
    // one writes behind the other: whoever reads by ids misses none
    await tx.query({ text: `lock table ${tx.schema}.assets_told in share row exclusive mode` });
    for (const one of told)
      await tx.query({
        text: `insert into ${tx.schema}.assets_told (run, type, event, named) values ($1, $2, $3, $4) on conflict do nothing`,
        values: [run.id, one.eventType, JSON.stringify(one), JSON.stringify(named)],
      });
  });
  return true;
}

async function assetFor(doer: Doer, kind: string, ref: string): Promise<StoredAsset | undefined> {
  const from = reader(doer);
  const { rows } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.kind = $1 and a.ref = $2`,
    values: [kind, ref],
  });
  return rows[0];
}

type Named = OpenName & { asset: number };

/** In the order of their ids: they are written one after another. What the reader may not see is left out: a task that is hidden has no events, what is hidden beside one no name. */
export async function toldEvents(
  ctx: Ctx,
  { query }: Input<'events'>,
): Promise<ResponseOf<(typeof openLineageApi)['events']>> {
  const from = reader(ctx);
  const { rows } = await from.query<{ id: string; event: ToldEvent; named: Named[] }>({
    text: `select t.id::text, t.event, t.named from ${from.schema}.assets_told t where t.id > $1::bigint order by t.id limit $2`,
    values: [query.after ?? '0', query.limit],
  });
  const seen = await seenAssets(ctx, [...new Set(rows.flatMap(({ named }) => named.map(({ asset }) => asset)))]);
  return {
    events: rows.flatMap(({ event, named }) => {
      const hidden = new Set(named.filter(({ asset }) => !seen.has(asset)).map(keyOf));
      return hidden.has(keyOf(event.job)) ? [] : [hidden.size === 0 ? event : without(event, hidden)];
    }),
    next: rows.at(-1)?.id ?? query.after ?? '0',
  };
}

interface ToldDataset extends OpenName {
  facets: {
    columnLineage?: { fields: Record<string, { inputFields: OpenName[] }>; dataset?: OpenName[] };
    [name: string]: unknown;
  };
}
interface ToldEvent extends Record<string, unknown> {
  run: { runId: string; facets: { parent?: { job: OpenName }; [name: string]: unknown } };
  job: OpenName;
  inputs: ToldDataset[];
  outputs: ToldDataset[];
}

const keyOf = ({ namespace, name }: OpenName): string => `${namespace}\n${name}`;

function without(event: ToldEvent, hidden: ReadonlySet<string>): ToldEvent {
  const shown = <One extends OpenName>(all: readonly One[]): One[] => all.filter((one) => !hidden.has(keyOf(one)));
  const { parent, ...others } = event.run.facets;
  return {
    ...event,
    run: { ...event.run, facets: { ...others, ...(parent && shown([parent.job]).length > 0 && { parent }) } },
    inputs: shown(event.inputs),
    outputs: shown(event.outputs).map((output) => {
      const { columnLineage, ...facets } = output.facets;
      if (!columnLineage) return output;
      const fields = Object.entries(columnLineage.fields).flatMap(([key, { inputFields }]) => {
        const left = shown(inputFields);
        return left.length > 0 ? [[key, { inputFields: left }] as const] : [];
      });
      const { dataset, ...rest } = columnLineage;
      return {
        ...output,
        facets: {
          ...facets,
          columnLineage: { ...rest, fields: Object.fromEntries(fields), ...(dataset && { dataset: shown(dataset) }) },
        },
      };
    }),
  };
}
