import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Word } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { z } from 'zod';
import { placeOf, readPlace } from '../../platform/db/paging.ts';
import { inSpace, reader, spaceSchema, spaceQuery, type Doer, type SpaceReader } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { named, requirePeople } from './known-people.ts';
import { fitsSql, searchable, wordsOf } from '../records/public.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

const columns = 'id, kind, name, about, also, owner';
/** No two of a kind have the same. */
const sort = `lower(name->>'zh')`;

/** Domains and terms of the glossary, by name. */
export async function listWords(ctx: Ctx, { query }: Pick<Input<'words'>, 'query'>): Answer<'words'> {
  const from = reader(ctx);
  const values: unknown[] = [];
  const parts: string[] = [];
  if (query.kind !== undefined) parts.push(`kind = $${values.push(query.kind)}`);
  if (query.ids !== undefined) parts.push(`id = any($${values.push(query.ids)}::uuid[])`);
  if (query.search) parts.push(searchSql(query.search, values));
  const place = readPlace(query.after, z.tuple([z.string(), z.string()]));
  if (place) parts.push(`(kind, ${sort}) > ($${values.push(place[0])}, $${values.push(place[1])})`);
  const { rows } = await from.query<Word & { sort: string }>({
    text: `select ${columns}, ${sort} as sort from ${from.schema}.assets_word where ${['true', ...parts].join(' and ')} order by kind, ${sort} limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ sort: _, ...word }) => word),
    next: rows.length > shown.length && last ? placeOf([last.kind, last.sort]) : null,
  };
}

function searchSql(search: string, values: unknown[]): string {
  const words = wordsOf(search);
  // one sign is in no index
  if (!words) {
    const sought = search.normalize('NFKC').toLowerCase();
    return `content like $${values.push(`%${sought.replace(/[\\%_]/g, '\\$&')}%`)}`;
  }
  const keys = `(keys @> $${values.push(words.keys)}::integer[] or keys is null)`;
  return `${keys} and ${fitsSql(words, values).replaceAll(/\bs\./g, '')}`;
}

/** So many words a search can mean. */
const mostMeant = 20;
const mostSpelled = 5;
const longestName = 60;

/** Words that a search names, by whatever they are called, the longest first; and those that it spells. */
export async function wordsNamed(from: SpaceReader, search: string): Promise<Word[]> {
  const signs = [...search.toLowerCase()];
  const parts = new Set<string>();
  for (let start = 0; start < signs.length; start += 1)
    for (let end = start + 1; end <= Math.min(signs.length, start + longestName); end += 1)
      parts.add(signs.slice(start, end).join(''));
  if (parts.size === 0) return [];
  const { rows } = await from.query<Word>({
    text: `select ${columns} from ${from.schema}.assets_word where names && $1::text[]
      order by (select max(length(n)) from unnest(names) as n where n = any($1::text[])) desc, ${sort} limit ${mostMeant}`,
    values: [[...parts]],
  });
  if (rows.length > 0 || !/^[a-z]{2,}$/i.test(search)) return rows;
  const values: unknown[] = [];
  const spelled = await from.query<Word>({
    text: `select ${columns} from ${from.schema}.assets_word where ${searchSql(search, values)} order by ${sort} limit ${mostSpelled}`,
    values,
  });
  return spelled.rows;
}

/** Names about as long as a search, to look among them for one that was meant; of very many words some. */
export async function namesAsLong(from: SpaceReader, { least, most }: { least: number; most: number }) {
  const { rows } = await from.query<{ name: string }>({
    text: `(select name->>'zh' as name from ${from.schema}.assets_word where length(name->>'zh') between $1 and $2 limit 3000)
      union all select n from (select names from ${from.schema}.assets_word where also <> '{}' limit 3000) w, unnest(w.names) as n where length(n) between $1 and $2`,
    values: [least, most],
  });
  return rows.map(({ name }) => name);
}

function soughtOf({ name, also, about }: Pick<Word, 'name' | 'also' | 'about'>) {
  const all = [name.zh, ...(name.en === undefined ? [] : [name.en]), ...also];
  return { names: [...new Set(all.map((one) => one.toLowerCase()))], ...searchable(all, [about]) };
}

/** Of words that were there before they were searched. */
export async function spellWords({ platform, spaceId }: Pick<Doer, 'platform' | 'spaceId'>): Promise<void> {
  const schema = spaceSchema(spaceId);
  for (;;) {
    const { rows } = await spaceQuery<Word>(platform, {
      text: `select ${columns} from ${schema}.assets_word where keys is null limit 500`,
    });
    if (rows.length === 0) return;
    const sought = rows.map(soughtOf);
    await spaceQuery(platform, {
      text: `update ${schema}.assets_word w set content = g.content, pinyin = g.pinyin, keys = coalesce((select array_agg(k::int) from jsonb_array_elements_text(g.keys) as e (k)), '{}')
        from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[]) as g (id, content, pinyin, keys) where w.id = g.id and w.keys is null`,
      values: [
        rows.map(({ id }) => id),
        sought.map(({ content }) => content),
        sought.map(({ pinyin }) => pinyin),
        sought.map(({ keys }) => JSON.stringify(keys)),
      ],
    });
  }
}

export async function createWord(ctx: Ctx, { body }: Input<'createWord'>): Promise<Word> {
  await requirePeople(ctx, 'owner', named(body.owner));
  return inSpace(ctx, async (tx) => {
    const id = newId();
    const { names, content, pinyin, keys } = soughtOf(body);
    const { rows } = await tx.query<Word>({
      text: `insert into ${tx.schema}.assets_word (id, kind, name, about, also, owner, names, content, pinyin, keys) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
      values: [
        id,
        body.kind,
        JSON.stringify(body.name),
        body.about,
        body.also,
        body.owner,
        names,
        content,
        pinyin,
        keys,
      ],
    });
    await tx.event('assets.word.created', id, { id, name: body.name.zh });
    return rows[0]!;
  });
}

export async function updateWord(ctx: Ctx, { params, body }: Input<'updateWord'>): Promise<Word> {
  const before = await inSpace(ctx, (tx) =>
    tx.query<Word>({
      text: `select ${columns} from ${tx.schema}.assets_word where id = $1 and kind = $2`,
      values: [params.wordId, body.kind],
    }),
  );
  if (!before.rows[0]) throw notFound('assets.word.not_found');
  await requirePeople(ctx, 'owner', named(body.owner), [before.rows[0].owner]);
  return inSpace(ctx, async (tx) => {
    const { names, content, pinyin, keys } = soughtOf(body);
    const { rows } = await tx.query<Word>({
      text: `update ${tx.schema}.assets_word set name = $2, about = $3, also = $4, owner = $5, names = $7, content = $8, pinyin = $9, keys = $10, changed_at = now()
        where id = $1 and kind = $6 returning ${columns}`,
      values: [
        params.wordId,
        JSON.stringify(body.name),
        body.about,
        body.also,
        body.owner,
        body.kind,
        names,
        content,
        pinyin,
        keys,
      ],
    });
    if (!rows[0]) throw notFound('assets.word.not_found');
    await tx.event('assets.word.changed', params.wordId, { id: params.wordId, name: body.name.zh });
    return rows[0];
  });
}

export async function removeWord(ctx: Ctx, { params }: Input<'removeWord'>): Promise<null> {
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<Word>({
      text: `delete from ${tx.schema}.assets_word where id = $1 returning ${columns}`,
      values: [params.wordId],
    });
    if (!rows[0]) throw notFound('assets.word.not_found');
    await tx.query({
      text: `update ${tx.schema}.assets_asset set domain = nullif(domain, $1), terms = array_remove(terms, $1) where domain = $1 or $1 = any(terms)`,
      values: [params.wordId],
    });
    await tx.query({
      text: `update ${tx.schema}.assets_column set term = null where term = $1`,
      values: [params.wordId],
    });
    await tx.event('assets.word.removed', params.wordId, { id: params.wordId, name: rows[0].name.zh });
  });
  return null;
}
