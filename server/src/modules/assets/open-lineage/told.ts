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
import { datasetOf, errorFacet, jobOf, lineageOf, rowsFacet, specOf, throughJob, type Described } from './facets.ts';
import { namingOf, type OpenName } from './names.ts';

type Input<Name extends keyof typeof openLineageApi> = InputOf<(typeof openLineageApi)[Name]>;

interface EndedRun {
  id: string;
  definition: string;
  state: RunState;
  started: Date | null;
  finished: Date;
  at: Date;
  counts: Record<string, number> | null;
  error: { code: string } | null;
}

/** What a data task read and wrote when it ran, told once it is over: where things came from is kept as it was then. */
export const runsTold: Subscriber = {
  name: 'assets.openlineage',
  start: 'now',
  types: ['runs.ended'],
  async handle(platform, spaceId, events) {
    const ids = events.flatMap(({ data: { kind, id } }) => (kind === 'etl.task' && typeof id === 'string' ? [id] : []));
    if (ids.length === 0) return;
    const doer = asSystem(platform, spaceId, 'assets.openlineage');
    const from = reader(doer);
    const { rows } = await from.query<EndedRun>({
      text: `select id, definition, state, started, finished, at, counts, error from ${from.schema}.run
        where id = any($1::uuid[]) and definition is not null and finished is not null order by id`,
      values: [ids],
    });
    for (const run of rows) await tell(doer, run);
  },
};

const terminal: Partial<Record<RunState, string>> = { finished: 'COMPLETE', failed: 'FAIL', cancelled: 'ABORT' };

async function tell(doer: Doer, run: EndedRun): Promise<void> {
  const end = terminal[run.state];
  const from = reader(doer);
  const {
    rows: [task],
  } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.kind = 'etl_task' and a.ref = $1`,
    values: [run.definition],
  });
  if (!task || end === undefined) return;
  const naming = await namingOf(doer);
  const { producer } = naming;
  const edges = await edgesAround(doer, [task.id]);
  const inputs = new Set(edges.flatMap(({ from: id, to }) => (to === task.id && id !== task.id ? [id] : [])));
  const outputs = new Set(edges.flatMap(({ from: id, to }) => (id === task.id && to !== task.id ? [to] : [])));
  const known = await describeAssets(doer, await storedAssets(doer, [task.id, ...inputs, ...outputs]), naming);
  const described = (ids: Iterable<number>): Described[] => [...ids].flatMap((id) => known.get(id) ?? []);
  const through = throughJob(task.id, edges);
  const written = described(outputs);
  // what reads its files comes from it too, but is not what it writes
  const targets = new Set(edges.flatMap(({ from: id, to, via }) => (id === task.id && via === task.id ? [to] : [])));
  const outFacets = ({ id }: Described): object =>
    // how many rows went where is told only where it is one place
    end === 'COMPLETE' && targets.size === 1 && targets.has(id)
      ? { outputFacets: rowsFacet(producer, run.counts?.written ?? 0) }
      : {};
  const event = (type: string, time: Date, more: { facets?: object; ended: boolean }) => ({
    eventType: type,
    eventTime: time.toISOString(),
    producer,
    schemaURL: specOf('2-0-2/OpenLineage.json#/$defs/RunEvent'),
    run: { runId: run.id, facets: more.facets ?? {} },
    job: jobOf(producer, known.get(task.id)!),
    inputs: described(inputs).map((one) => datasetOf(producer, one)),
    outputs: written.map((one) => ({
      ...datasetOf(
        producer,
        one,
        lineageOf(one.id, through, (id) => known.get(id)?.name),
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
    for (const one of told)
      await tx.query({
        text: `insert into ${tx.schema}.assets_told (run, type, event, named) values ($1, $2, $3, $4) on conflict do nothing`,
        values: [run.id, one.eventType, JSON.stringify(one), JSON.stringify(named)],
      });
  });
}

type Named = OpenName & { asset: number };

/** In the order of their ids: one subscriber writes them, one after another. What the reader may not see is left out: a task that is hidden has no events, what is hidden beside one no name. */
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
  job: OpenName;
  inputs: ToldDataset[];
  outputs: ToldDataset[];
}

const keyOf = ({ namespace, name }: OpenName): string => `${namespace}\n${name}`;

function without(event: ToldEvent, hidden: ReadonlySet<string>): ToldEvent {
  const shown = <One extends OpenName>(all: readonly One[]): One[] => all.filter((one) => !hidden.has(keyOf(one)));
  return {
    ...event,
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
