import { createHash } from 'node:crypto';
import type { EdgeKind } from '@formwork/contract/assets/asset.ts';
import {
  OpenDataset,
  type OpenEvent,
  type OpenInputField,
  type openLineageApi,
} from '@formwork/contract/assets/open-lineage.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { withoutDirections } from '@formwork/contract/text.ts';
import type { AssetFacts, AssetPart } from '../../../platform/assets.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type SpaceTx } from '../../../platform/db/space-data.ts';
import { invalid } from '../../../platform/errors.ts';
import { searchable } from '../../records/public.ts';
import { graphChanged } from '../lineage/graph-of-space.ts';
import { putThings, sortOf, writeEdges, type NewEdge } from '../register.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import { visibleAssets } from '../visible.ts';
import { namingOf, type Naming, type OpenName } from './names.ts';

type Answer = Promise<ResponseOf<(typeof openLineageApi)['take']>>;

/** What an event says, with types of ours. */
interface Told {
  job: OpenName | undefined;
  inputs: OpenDataset[];
  outputs: OpenDataset[];
}

const terminal: ReadonlySet<string> = new Set(['COMPLETE', 'FAIL', 'ABORT']);

/** Events of other systems: datasets become assets, what leads from one to the other edges. Each is taken once. */
export async function takeEvents(ctx: Ctx, { body }: InputOf<(typeof openLineageApi)['take']>): Answer {
  const events = Array.isArray(body) ? body : [body];
  const naming = await namingOf(ctx);
  const counts = { taken: 0, repeated: 0, unnamed: 0 };
  for (const event of events) counts[await takeEvent(ctx, event, naming)] += 1;
  if (counts.unnamed === events.length) throw invalid('assets.openlineage.unnamed');
  if (counts.taken > 0) graphChanged(ctx);
  return counts;
}

async function takeEvent(ctx: Ctx, event: OpenEvent, naming: Naming): Promise<keyof Awaited<Answer>> {
  const told = toldBy(event);
  if (!told) return 'unnamed';
  const time = timeOf(event.eventTime);
  const type = event.run ? (event.eventType ?? 'OTHER').toUpperCase() : event.dataset ? 'DATASET' : 'JOB';
  const job = told.job && keyOf(told.job);
  const run = event.run?.runId ?? job ?? keyOf(told.outputs[0]!);
  const whole = await inSpace(ctx, async (tx): Promise<Told | 'repeated' | 'late'> => {
    // events of a run come at once from several workers
    await tx.query({ text: `select pg_advisory_xact_lock(hashtext($1))`, values: [`${tx.schema}.${run}`] });
    const { rows: earlier } = await tx.query<{ type: string; told: Told }>({
      text: `select type, told from ${tx.schema}.assets_outside where run = $1 and type not in ('DATASET', 'JOB') order by at limit 200`,
      values: [run],
    });
    const { rows } = await tx.query({
      text: `insert into ${tx.schema}.assets_outside (run, type, hash, job, at, told) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
      values: [run, type, hashOf(event), job ?? '', time, JSON.stringify(told)],
    });
    if (rows.length === 0) return 'repeated';
    if (!event.run) return told;
    if (!terminal.has(type) && earlier.some((one) => terminal.has(one.type))) return 'late';
    // a run tells in parts what it reads and writes
    return {
      job: told.job,
      inputs: united([...earlier.flatMap((one) => one.told.inputs), ...told.inputs]),
      outputs: united([...earlier.flatMap((one) => one.told.outputs), ...told.outputs]),
    };
  });
  if (whole === 'repeated') return 'repeated';
  if (whole === 'late') return 'taken';
  const isStream = event.job?.facets?.jobType?.processingType?.toUpperCase() === 'STREAMING';
  const leads = !event.run || type === 'COMPLETE' || (isStream && type === 'RUNNING');
  await apply(ctx, { ...whole, about: event.job?.facets?.documentation?.description ?? '', time, leads }, naming);
  return 'taken';
}

/** The datasets and the job that are named; an event without any says nothing. */
function toldBy({ job, inputs = [], outputs = [], dataset }: OpenEvent): Told | undefined {
  const all: Told = {
    job: job && { namespace: job.namespace, name: job.name },
    inputs: inputs.map(kept),
    outputs: [...outputs, ...(dataset ? [dataset] : [])].map(kept),
  };
  return all.job || all.outputs.length > 0 ? all : undefined;
}

/** Facets that are not read are not kept. */
function kept({ namespace, name, facets }: OpenDataset): OpenDataset {
  const { schema, columnLineage, documentation, lifecycleStateChange } = facets ?? {};
  return { namespace, name, facets: { schema, columnLineage, documentation, lifecycleStateChange } };
}

/** Of one dataset what was said last of each facet. */
function united(all: readonly OpenDataset[]): OpenDataset[] {
  const found = new Map<string, OpenDataset>();
  for (const one of all) {
    const before = found.get(keyOf(one));
    const said = Object.fromEntries(Object.entries(one.facets ?? {}).filter(([, facet]) => facet !== undefined));
    found.set(keyOf(one), { ...one, facets: { ...before?.facets, ...said } });
  }
  return [...found.values()];
}

async function apply(
  ctx: Ctx,
  { job, inputs, outputs, about, time, leads }: Told & { about: string; time: Date; leads: boolean },
  naming: Naming,
): Promise<void> {
  const things = await thingsNamed(ctx, naming, [...inputs, ...outputs, ...(job ? [job] : [])]);
  const outside = united([...inputs, ...outputs]).flatMap((dataset) => {
    const thing = things.get(keyOf(dataset));
    const before = thing?.stored;
    // our own things and tables that were read say for themselves what they are; of others the newest word counts
    if (thing?.kind !== 'external' || !dataset.facets?.schema?.fields || (before && before.toldAt > time.getTime()))
      return [];
    return [factsOf(dataset, thing.ref, time)];
  });
  await putThings(ctx, outside);
  const teller = job && things.get(keyOf(job));
  if (job && teller?.kind === 'external' && !teller.stored)
    await putThings(ctx, [{ ...factsOf(job, teller.ref, time), about, facts: { job: 1, toldAt: time.getTime() } }]);
  await inSpace(ctx, async (tx) => {
    await nameOutside(tx, things);
    await endDropped(tx, things, outputs);
    if (!leads) return;
    const via = await tellerOf(tx, teller ?? things.get(keyOf(outputs[0]!)));
    if (via === undefined) return;
    await writeEdges(tx, edgesOf({ inputs, outputs }, things, via), [via]);
  });
}

interface Thing {
  kind: string;
  ref: string;
  stored: { id: number; toldAt: number } | undefined;
}

/** What is called so; a thing of ours that the sender does not see is not there for them. */
async function thingsNamed(
  ctx: Ctx,
  naming: Naming,
  names: readonly (OpenName | OpenDataset)[],
): Promise<Map<string, Thing>> {
  const columnSources = names.flatMap((one) =>
    'facets' in one ? sourcesOf(one).map(({ namespace, name }) => ({ namespace, name })) : [],
  );
  const all = new Map([...names, ...columnSources].map((name) => [keyOf(name), naming.thingOf(name)]));
  const from = reader(ctx);
  const { rows } = await from.query<StoredAsset & { facts: { toldAt?: number } }>({
    text: `select ${assetColumns}, a.facts from ${from.schema}.assets_asset a join unnest($1::text[], $2::text[]) as n (kind, ref) on n.kind = a.kind and n.ref = a.ref`,
    values: [[...all.values()].map(({ kind }) => kind), [...all.values()].map(({ ref }) => ref)],
  });
  const visible = await visibleAssets(ctx);
  const stored = new Map(rows.map((row) => [`${row.kind} ${row.ref}`, row]));
  const found = new Map<string, Thing>();
  for (const [key, { kind, ref }] of all) {
    const row = stored.get(`${kind} ${ref}`);
    if (
      row
        ? visible.has(row)
        : kind === 'external' || (kind === 'table' && visible.has({ kind, guard: ref.split('/')[0]! }))
    )
      found.set(key, { kind, ref, stored: row && { id: row.id, toldAt: row.facts.toldAt ?? 0 } });
  }
  return found;
}

function factsOf(one: OpenName | OpenDataset, ref: string, time: Date): AssetFacts {
  const facets = 'facets' in one ? one.facets : undefined;
  return {
    kind: 'external',
    id: ref,
    guard: ref,
    title: { zh: withoutDirections(one.name) },
    place: { zh: one.namespace },
    address: { kind: 'external', id: ref, appId: null },
    owner: null,
    release: '',
    ...(facets?.documentation?.description !== undefined && {
      about: facets.documentation.description.slice(0, 4_000),
    }),
    columns: (facets?.schema?.fields ?? [])
      .slice(0, 2_000)
      .map(({ name, type }) => ({ key: name, title: { zh: withoutDirections(name) }, type: type ?? 'any' })),
    reads: [],
    facts: { toldAt: time.getTime() },
  };
}

/** What is named by other systems alone stands under its name, in the namespace it came from. */
async function nameOutside(tx: SpaceTx, things: ReadonlyMap<string, Thing>): Promise<void> {
  const all = [...things].flatMap(([key, { kind, ref, stored }]) => {
    if (kind !== 'external' || stored) return [];
    const [place, name] = [key.slice(0, key.indexOf('\n')), key.slice(key.indexOf('\n') + 1)];
    return [{ ref, place, name, text: searchable([name], [place]) }];
  });
  await tx.query({
    text: `insert into ${tx.schema}.assets_asset (kind, ref, guard, title, sort, place, state, address, content, pinyin, keys)
      select 'external', ref, ref, jsonb_build_object('zh', name), sort, jsonb_build_object('zh', place), 'external', jsonb_build_object('kind', 'external', 'id', ref, 'appId', null),
        content, pinyin, coalesce((select array_agg(k::int) from jsonb_array_elements_text(keys) as e (k)), '{}')
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[]) as n (ref, place, name, sort, content, pinyin, keys) on conflict do nothing`,
    values: [
      all.map(({ ref }) => ref),
      all.map(({ place }) => place),
      all.map(({ name }) => name),
      all.map(({ name }) => sortOf(name)),
      all.map(({ text }) => text.content),
      all.map(({ text }) => text.pinyin),
      all.map(({ text }) => JSON.stringify(text.keys)),
    ],
  });
}

/** Datasets that were dropped or renamed over there. */
async function endDropped(
  tx: SpaceTx,
  things: ReadonlyMap<string, Thing>,
  outputs: readonly OpenDataset[],
): Promise<void> {
  const gone = outputs.flatMap((output) => {
    const thing = things.get(keyOf(output));
    const change = output.facets?.lifecycleStateChange?.lifecycleStateChange?.toUpperCase();
    return thing?.kind === 'external' && change === 'DROP' ? [thing.ref] : [];
  });
  if (gone.length === 0) return;
  await tx.query({
    text: `update ${tx.schema}.assets_asset set state = 'gone', gone_at = now(), changed_at = now() where kind = 'external' and ref = any($1::text[])`,
    values: [gone],
  });
}

async function tellerOf(tx: SpaceTx, thing: Thing | undefined): Promise<number | undefined> {
  if (!thing) return undefined;
  const { rows } = await tx.query<{ id: number }>({
    text: `select id from ${tx.schema}.assets_asset where kind = $1 and ref = $2`,
    values: [thing.kind, thing.ref],
  });
  return rows[0]?.id;
}

const kinds: Record<string, EdgeKind> = {
  CONDITIONAL: 'condition',
  CONDITION: 'condition',
  JOIN: 'join',
  FILTER: 'filter',
  GROUP_BY: 'group',
  SORT: 'sort',
  WINDOW: 'window',
};

/** Columns where they are told; without, everything that is read leads to everything that is written. */
function edgesOf(
  { inputs, outputs }: Pick<Told, 'inputs' | 'outputs'>,
  things: ReadonlyMap<string, Thing>,
  via: number,
): NewEdge[] {
  const part = (name: OpenName, column: string): AssetPart | undefined => {
    const thing = things.get(keyOf(name));
    return thing && { kind: thing.kind, id: thing.ref, part: column };
  };
  return outputs.flatMap((output): NewEdge[] => {
    const to = part(output, '');
    if (!to) return [];
    const lead = (sources: readonly OpenInputField[], column: string): NewEdge[] =>
      sources.flatMap((source) => {
        const from = part(source, source.field);
        if (!from || sameThing(from, to)) return [];
        return kindsOf(source).map((kind) => ({ from, to: { ...to, part: column }, kind, via }));
      });
    const { fields = {}, dataset = [] } = output.facets?.columnLineage ?? {};
    const columns = [
      ...Object.entries(fields).flatMap(([column, one]) => lead(one?.inputFields ?? [], column)),
      ...lead(dataset, ''),
    ];
    const whole = inputs.flatMap((input): NewEdge[] => {
      const from = part(input, '');
      return from && !sameThing(from, to) ? [{ from, to, kind: 'value', via }] : [];
    });
    return [...whole, ...columns];
  });
}

const sameThing = (one: AssetPart, other: AssetPart): boolean => one.kind === other.kind && one.id === other.id;

function kindsOf({ transformations = [] }: OpenInputField): EdgeKind[] {
  const found = transformations.map(({ type, subtype }): EdgeKind =>
    type?.toUpperCase() === 'INDIRECT' ? (kinds[subtype?.toUpperCase() ?? ''] ?? 'condition') : 'value',
  );
  return found.length > 0 ? [...new Set(found)] : ['value'];
}

function sourcesOf({ facets }: OpenDataset): OpenInputField[] {
  const { fields = {}, dataset = [] } = facets?.columnLineage ?? {};
  return [...Object.values(fields).flatMap((one) => one?.inputFields ?? []), ...dataset];
}

const keyOf = ({ namespace, name }: OpenName): string => `${namespace}\n${name}`;

/** A time that cannot be read is now: the event is no less true. */
function timeOf(text: string | undefined): Date {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return new Date(Number.isNaN(time) ? Date.now() : time);
}

function hashOf(event: OpenEvent): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('hex');
}
