import type { AssetFacts, AssetPart, FactColumn } from '../../platform/assets.ts';
import { inSpace, type Doer, type SpaceTx } from '../../platform/db/space-data.ts';
import { searchable } from '../records/public.ts';
import { pinyinOf } from '../organization/public.ts';
import { checkContracts } from './contracts/check-contract.ts';
import { classify } from './categories/classify.ts';
import { newId } from '../../platform/ids.ts';
import { graphChanged } from './lineage/graph-of-space.ts';
import { assetColumns, type StoredAsset } from './rows.ts';
import { tellOf } from './tell.ts';
import { endUnwritten, guessedOf, isGuess, reviveWritten, stillToLook, writtenBy } from './written-tables.ts';

const batch = 200;

/**
 * Writes what modules say of things of theirs: first all the assets with their columns, then the edges that each of them tells, so that
 * none is missing what it leads to.
 */
export async function registerFacts(doer: Doer, facts: readonly AssetFacts[]): Promise<void> {
  await putThings(doer, facts);
  await tellEdges(doer, facts);
  if (facts.some(({ tables }) => tables !== undefined)) await endWritten(doer);
}

/** The assets and their columns, without what leads from one to the other. */
export async function putThings(doer: Doer, facts: readonly AssetFacts[]): Promise<void> {
  for (let at = 0; at < facts.length; at += batch) {
    const some = facts.slice(at, at + batch);
    const { ids, changed } = await alone(doer, async (tx) => {
      const written = await stillToLook(tx, writtenBy(some));
      const all = [...some, ...written];
      const guessed = await guessedOf(tx, all);
      const put = await putAssets(tx, all);
      const others = await putColumns(tx, all, put, guessed);
      await classify(tx, [...put.values()]);
      // what a table will be says nothing of a promise: it is held against what is there
      return { ids: all.flatMap((fact) => (isGuess(fact) ? [] : [put.get(keyOf(fact))!])), changed: others };
    });
    for (const asset of changed)
      await tellOf(doer, asset, { source: newId(), kind: 'assetChanged', title: asset.title.zh });
    await checkContracts(doer, ids, { rows: false });
  }
}

/** What leads from one asset to another, of assets that are there. */
export async function tellEdges(doer: Doer, facts: readonly AssetFacts[]): Promise<void> {
  for (let at = 0; at < facts.length; at += batch) {
    const some = facts.slice(at, at + batch);
    await alone(doer, async (tx) => putEdges(tx, some, await idsOf(tx, some)));
  }
  if (facts.length > 0) graphChanged(doer);
}

/** Tables that nobody has looked at go with the last task that writes them; told once the edges of all tasks are there. */
export async function endWritten(doer: Doer): Promise<void> {
  await alone(doer, endUnwritten);
}

/** Two that write the same wait for each other here, not in the midst of it. */
function alone<T>(doer: Doer, work: (tx: SpaceTx) => Promise<T>): Promise<T> {
  return inSpace(doer, async (tx) => {
    await tx.query({ text: `select pg_advisory_xact_lock(hashtext($1))`, values: [`${tx.schema}.assets`] });
    return work(tx);
  });
}

async function idsOf(tx: SpaceTx, facts: readonly AssetFacts[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: number; kind: string; ref: string }>({
    text: `select a.id, a.kind, a.ref from ${tx.schema}.assets_asset a join unnest($1::text[], $2::text[]) as n (kind, ref) on n.kind = a.kind and n.ref = a.ref`,
    values: [facts.map(({ kind }) => kind), facts.map(({ id }) => id)],
  });
  return new Map(rows.map(({ id, kind, ref }) => [keyOf({ kind, id: ref }), id]));
}

/** What is not there any more keeps what was said of it; its edges end. */
export async function endAssets(doer: Doer, things: readonly { kind: string; id: string }[]): Promise<void> {
  if (things.length === 0) return;
  const gone = await inSpace(doer, async (tx) => {
    const { rows } = await tx.query<{ id: number }>({
      text: `update ${tx.schema}.assets_asset a set state = 'gone', gone_at = now(), changed_at = now()
        from unnest($1::text[], $2::text[]) as t (kind, ref) where a.kind = t.kind and a.ref = t.ref and a.state <> 'gone' returning a.id`,
      values: [things.map(({ kind }) => kind), things.map(({ id }) => id)],
    });
    await tx.query({
      text: `update ${tx.schema}.assets_edge set valid_to = now() where valid_to is null and via = any($1::integer[])`,
      values: [rows.map(({ id }) => id)],
    });
    return rows.map(({ id }) => id);
  });
  if (things.some(({ kind }) => kind === 'etl_task')) await endWritten(doer);
  graphChanged(doer);
  await checkContracts(doer, gone, { rows: false });
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;

async function putAssets(tx: SpaceTx, facts: readonly AssetFacts[]): Promise<Map<string, number>> {
  const texts = facts.map((fact) =>
    searchable(
      [fact.title.zh, ...(fact.title.en ? [fact.title.en] : [])],
      [
        fact.about ?? '',
        fact.place.zh,
        fact.place.en ?? '',
        ...fact.columns.slice(0, 300).flatMap(({ title, key }) => [title.zh, title.en ?? '', key]),
      ],
    ),
  );
  const { rows } = await tx.query<{ id: number; kind: string; ref: string }>({
    text: `insert into ${tx.schema}.assets_asset as a (kind, ref, guard, title, sort, place, address, owner, release, unread, content, pinyin, keys, about, facts)
      select kind, ref, guard, title, sort, place, address, owner, release, unread, content, pinyin, coalesce((select array_agg(k::int) from jsonb_array_elements_text(keys) as e (k)), '{}'), coalesce(about, ''), facts
      from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::jsonb[], $7::jsonb[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::jsonb[], $14::text[], $15::jsonb[])
        as f (kind, ref, guard, title, sort, place, address, owner, release, unread, content, pinyin, keys, about, facts)
      on conflict (kind, ref) do update set guard = excluded.guard, title = excluded.title, sort = excluded.sort, place = excluded.place, address = excluded.address,
        owner = coalesce(a.owner, excluded.owner), release = excluded.release, unread = excluded.unread, facts = excluded.facts,
        content = excluded.content || e'\\n' || lower(a.about) || e'\\n' || lower(platform.joined(a.tags)), pinyin = excluded.pinyin, keys = excluded.keys,
        about = case when a.about = '' then excluded.about else a.about end,
        state = case when a.state in ('gone', 'external') then 'live' else a.state end, gone_at = null, changed_at = excluded.changed_at
      returning id, kind, ref`,
    values: [
      facts.map(({ kind }) => kind),
      facts.map(({ id }) => id),
      facts.map(({ guard }) => guard),
      facts.map(({ title }) => JSON.stringify(title)),
      facts.map(({ title }) => sortOf(title.zh)),
      facts.map(({ place }) => JSON.stringify(place)),
      facts.map(({ address }) => JSON.stringify(address)),
      facts.map(({ owner }) => owner),
      facts.map(({ release }) => release),
      facts.map(({ unread }) => unread ?? null),
      texts.map(({ content }) => content),
      texts.map(({ pinyin }) => pinyin),
      texts.map(({ keys }) => JSON.stringify(keys)),
      facts.map(({ about }) => about ?? null),
      facts.map(({ facts: figures }) => JSON.stringify(figures ?? {})),
    ],
  });
  return new Map(rows.map(({ id, kind, ref }) => [keyOf({ kind, id: ref }), id]));
}

/** Chinese names stand by their pinyin. */
export function sortOf(title: string): string {
  return `${pinyinOf(title).toLowerCase()} ${title.toLowerCase()}`.slice(0, 400);
}

interface StoredColumn {
  asset: number;
  id: number;
  key: string;
  type: string;
  gone: boolean;
}

/** Those that were looked at before and have other columns now; what is only guessed of some is no version. */
async function putColumns(
  tx: SpaceTx,
  facts: readonly AssetFacts[],
  ids: ReadonlyMap<string, number>,
  guessed: ReadonlySet<string>,
): Promise<StoredAsset[]> {
  const stored = await columnsOf(tx, [...ids.values()]);
  const seen = await lastSeen(
    tx,
    facts.flatMap((fact) => (guessed.has(keyOf(fact)) ? [ids.get(keyOf(fact))!] : [])),
  );
  const put: { asset: number; id: number; key: string; title: string; type: string; position: number }[] = [];
  const gone: { asset: number; id: number }[] = [];
  const versions: { asset: number; release: string; columns: string }[] = [];
  const others: number[] = [];
  for (const fact of facts) {
    const asset = ids.get(keyOf(fact))!;
    const before = stored.get(asset) ?? [];
    const known = new Map(before.map((column) => [column.key, column]));
    let next = before.reduce((most, { id }) => Math.max(most, id), 0) + 1;
    const keys = new Set<string>();
    for (const [position, { key, title, type }] of fact.columns.entries()) {
      if (keys.has(key) || next > 32_000) continue;
      keys.add(key);
      put.push({ asset, id: known.get(key)?.id ?? next++, key, title: JSON.stringify(title), type, position });
    }
    gone.push(...before.filter((column) => !column.gone && !keys.has(column.key)).map(({ id }) => ({ asset, id })));
    if (isGuess(fact)) continue;
    const last = guessed.has(keyOf(fact)) ? (seen.get(asset) ?? []) : before.filter((column) => !column.gone);
    const isFirst = guessed.has(keyOf(fact)) ? !seen.has(asset) : before.length === 0;
    // what never had columns has no versions of them
    if (isFirst ? fact.columns.length === 0 : shapeOf(last) === shapeOf(fact.columns)) continue;
    versions.push({ asset, release: fact.release, columns: JSON.stringify(fact.columns) });
    if (!isFirst) others.push(asset);
  }
  await tx.query({
    text: `insert into ${tx.schema}.assets_column (asset, id, key, title, type, position)
      select * from unnest($1::integer[], $2::smallint[], $3::text[], $4::jsonb[], $5::text[], $6::smallint[])
      on conflict (asset, id) do update set title = excluded.title, type = excluded.type, position = excluded.position, valid_to = null`,
    values: [
      put.map(({ asset }) => asset),
      put.map(({ id }) => id),
      put.map(({ key }) => key),
      put.map(({ title }) => title),
      put.map(({ type }) => type),
      put.map(({ position }) => position),
    ],
  });
  await tx.query({
    text: `update ${tx.schema}.assets_column c set valid_to = now() from unnest($1::integer[], $2::smallint[]) as g (asset, id) where c.asset = g.asset and c.id = g.id`,
    values: [gone.map(({ asset }) => asset), gone.map(({ id }) => id)],
  });
  const { rows: numbers } = await tx.query<{ asset: number; last: number }>({
    text: `select asset, max(number) as last from ${tx.schema}.assets_schema where asset = any($1::integer[]) group by asset`,
    values: [versions.map(({ asset }) => asset)],
  });
  const lastOf = new Map(numbers.map(({ asset, last }) => [asset, last]));
  await tx.query({
    text: `insert into ${tx.schema}.assets_schema (asset, number, release, columns)
      select * from unnest($1::integer[], $2::integer[], $3::text[], $4::jsonb[])`,
    values: [
      versions.map(({ asset }) => asset),
      versions.map(({ asset }) => (lastOf.get(asset) ?? 0) + 1),
      versions.map(({ release }) => release),
      versions.map(({ columns }) => columns),
    ],
  });
  await tx.query({
    text: `update ${tx.schema}.assets_asset a set column_count = (select count(*) from ${tx.schema}.assets_column c where c.asset = a.id and c.valid_to is null),
        sensitivity = coalesce((select max(c.sensitivity) from ${tx.schema}.assets_column c where c.asset = a.id and c.valid_to is null), 0)
      where a.id = any($1::integer[])`,
    values: [[...ids.values()]],
  });
  if (others.length === 0) return [];
  const { rows } = await tx.query<StoredAsset>({
    text: `select ${assetColumns} from ${tx.schema}.assets_asset a where a.id = any($1::integer[])`,
    values: [others],
  });
  return rows;
}

function shapeOf(columns: readonly { key: string; type: string }[]): string {
  return columns
    .map(({ key, type }) => `${key}:${type}`)
    .sort()
    .join('\n');
}

/** Of these assets the columns of their newest versions, where they have any. */
async function lastSeen(tx: SpaceTx, assets: readonly number[]): Promise<Map<number, FactColumn[]>> {
  if (assets.length === 0) return new Map();
  const { rows } = await tx.query<{ asset: number; columns: FactColumn[] }>({
    text: `select distinct on (asset) asset, columns from ${tx.schema}.assets_schema where asset = any($1::integer[]) order by asset, number desc`,
    values: [assets],
  });
  return new Map(rows.map(({ asset, columns }) => [asset, columns]));
}

async function columnsOf(tx: SpaceTx, assets: readonly number[]): Promise<Map<number, StoredColumn[]>> {
  const { rows } = await tx.query<StoredColumn>({
    text: `select asset, id, key, type, valid_to is not null as gone from ${tx.schema}.assets_column where asset = any($1::integer[])`,
    values: [assets],
  });
  return Map.groupBy(rows, ({ asset }) => asset);
}

export interface NewEdge {
  from: AssetPart;
  to: AssetPart;
  kind: string;
  via: number;
}

async function putEdges(tx: SpaceTx, facts: readonly AssetFacts[], ids: ReadonlyMap<string, number>): Promise<void> {
  const edges = facts.flatMap((fact): NewEdge[] => {
    const via = ids.get(keyOf(fact))!;
    const own = (part: string): AssetPart => ({ kind: fact.kind, id: fact.id, part });
    return [
      ...fact.reads.map(({ from, to, how }) => ({ from, to: own(to), kind: how, via })),
      ...(fact.writes ?? []).map(({ from, to, how }) => ({ from: own(from), to, kind: how, via })),
    ];
  });
  await writeEdges(tx, edges, [...ids.values()]);
  await reviveWritten(
    tx,
    facts.flatMap((fact) => (fact.tables ? [ids.get(keyOf(fact))!] : [])),
  );
}

/** Of these tellers the edges are those given; others that they told before end. */
export async function writeEdges(tx: SpaceTx, edges: readonly NewEdge[], tellers: readonly number[]): Promise<void> {
  const assets = await assetsNamed(
    tx,
    edges.flatMap(({ from, to }) => [from, to]),
  );
  const columns = await columnsOf(tx, [...new Set([...assets.values()].map(({ id }) => id))]);
  const keyed = new Map([...columns].map(([asset, own]) => [asset, new Map(own.map(({ key, id }) => [key, id]))]));
  const added: { asset: number; id: number; key: string }[] = [];
  const place = (part: AssetPart): { asset: number; column: number } | undefined => {
    const asset = assets.get(keyOf(part));
    if (!asset) return undefined;
    if (part.part === '') return { asset: asset.id, column: 0 };
    const own = keyed.get(asset.id) ?? new Map<string, number>();
    keyed.set(asset.id, own);
    let column = own.get(part.part);
    // of what nobody described yet, columns are known by who names them
    if (column === undefined && asset.external) {
      column = [...own.values()].reduce((most, id) => Math.max(most, id), 0) + 1;
      own.set(part.part, column);
      added.push({ asset: asset.id, id: column, key: part.part });
    }
    return { asset: asset.id, column: column ?? 0 };
  };
  const rows = new Map<string, [number, number, number, number, string, number]>();
  for (const { from, to, kind, via } of edges) {
    const [start, end] = [place(from), place(to)];
    if (!start || !end) continue;
    const row = [start.asset, start.column, end.asset, end.column, kind, via] as const;
    rows.set(row.join(' '), [...row]);
  }
  await tx.query({
    text: `insert into ${tx.schema}.assets_column (asset, id, key, title, type, position)
      select asset, id, key, jsonb_build_object('zh', key), 'any', id from unnest($1::integer[], $2::smallint[], $3::text[]) as n (asset, id, key) on conflict do nothing`,
    values: [added.map(({ asset }) => asset), added.map(({ id }) => id), added.map(({ key }) => key)],
  });
  const all = [...rows.values()];
  const lists = [0, 1, 2, 3, 4, 5].map((at) => all.map((row) => row[at]));
  const given = `unnest($1::integer[], $2::smallint[], $3::integer[], $4::smallint[], $5::text[], $6::integer[]) as g (from_asset, from_col, to_asset, to_col, kind, via)`;
  const same = `g.from_asset = e.from_asset and g.from_col = e.from_col and g.to_asset = e.to_asset and g.to_col = e.to_col and g.kind = e.kind and g.via = e.via`;
  await tx.query({
    text: `update ${tx.schema}.assets_edge e set valid_to = now() where e.valid_to is null and e.via = any($7::integer[]) and not exists (select 1 from ${given} where ${same})`,
    values: [...lists, tellers],
  });
  await tx.query({
    text: `insert into ${tx.schema}.assets_edge (from_asset, from_col, to_asset, to_col, kind, via) select * from ${given}
      on conflict (from_asset, from_col, to_asset, to_col, kind, via) where valid_to is null do nothing`,
    values: lists,
  });
}

/** Tables that nobody looked at yet are there all the same, as something outside. */
async function assetsNamed(
  tx: SpaceTx,
  parts: readonly AssetPart[],
): Promise<Map<string, { id: number; external: boolean }>> {
  const named = [...new Map(parts.map((part) => [keyOf(part), part])).values()];
  const read = async () => {
    const { rows } = await tx.query<{ id: number; kind: string; ref: string; state: string }>({
      text: `select a.id, a.kind, a.ref, a.state from ${tx.schema}.assets_asset a join unnest($1::text[], $2::text[]) as n (kind, ref) on n.kind = a.kind and n.ref = a.ref`,
      values: [named.map(({ kind }) => kind), named.map(({ id }) => id)],
    });
    return new Map(
      rows.map(({ id, kind, ref, state }) => [keyOf({ kind, id: ref }), { id, external: state === 'external' }]),
    );
  };
  const found = await read();
  const missing = named.filter(
    (part) => !found.has(keyOf(part)) && (part.kind === 'table' || part.kind === 'external'),
  );
  if (missing.length === 0) return found;
  const texts = missing.map(({ id }) => searchable([nameOfRef(id)], []));
  await tx.query({
    text: `insert into ${tx.schema}.assets_asset (kind, ref, guard, title, sort, state, address, content, pinyin, keys)
      select kind, ref, guard, jsonb_build_object('zh', name), sort, 'external', jsonb_build_object('kind', kind, 'id', ref, 'appId', null), content, pinyin, coalesce((select array_agg(k::int) from jsonb_array_elements_text(keys) as e (k)), '{}')
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[]) as n (kind, ref, guard, name, sort, content, pinyin, keys) on conflict do nothing`,
    values: [
      missing.map(({ kind }) => kind),
      missing.map(({ id }) => id),
      missing.map(({ kind, id }) => (kind === 'table' ? (id.split('/')[0] ?? id) : id)),
      missing.map(({ id }) => nameOfRef(id)),
      missing.map(({ id }) => sortOf(nameOfRef(id))),
      texts.map(({ content }) => content),
      texts.map(({ pinyin }) => pinyin),
      texts.map(({ keys }) => JSON.stringify(keys)),
    ],
  });
  return read();
}

/** Of a table its name without the connection. */
function nameOfRef(ref: string): string {
  return ref.slice(ref.indexOf('/') + 1);
}
