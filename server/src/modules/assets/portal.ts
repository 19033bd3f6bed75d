import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Word } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader, type SpaceReader } from '../../platform/db/space-data.ts';
import { directoryOf, spellingOf } from '../organization/public.ts';
import { narrowSql } from './narrow.ts';
import { assetColumns, assetRow, type StoredAsset } from './rows.ts';
import { visibleAssets, type Visible } from './visible.ts';
import { namesAsLong, wordsNamed } from './words.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

/** So many are ranked; who finds more has to say more. */
const mostRanked = 2_000;

/** Words, pinyin and terms of the glossary; the best first. */
export async function findAssets(ctx: Ctx, { query }: Input<'find'>): Answer<'find'> {
  const { offset, limit, search = '', ...by } = query;
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const terms = await wordsNamed(from, search);
  let instead: string | null = null;
  let found = await ranked(from, visible, by, search, terms);
  if (found.length === 0 && search !== '') {
    instead = await nearest(from, visible, search);
    if (instead !== null) found = await ranked(from, visible, by, instead, await wordsNamed(from, instead));
  }
  return {
    rows: found.slice(offset, offset + limit).map(assetRow),
    total: found.length,
    instead,
    terms: terms.slice(0, 5),
  };
}

type By = Omit<Input<'find'>['query'], 'offset' | 'limit' | 'search'>;

async function ranked(
  from: SpaceReader,
  visible: Visible,
  by: By,
  search: string,
  terms: readonly Word[],
): Promise<StoredAsset[]> {
  const found = new Map<number, StoredAsset>();
  const read = async (narrowed: Parameters<typeof narrowSql>[0]): Promise<void> => {
    const values: unknown[] = [];
    const where = `${visible.sql(values)} and ${narrowSql(narrowed, values)}`;
    const { rows } = await from.query<StoredAsset>({
      text: `select ${assetColumns} from ${from.schema}.assets_asset a where ${where} order by a.used desc, a.sort limit ${mostRanked}`,
      values,
    });
    for (const row of rows) found.set(row.id, row);
  };
  if (search === '') await read(by);
  else {
    await read({ ...by, search });
    for (const { id, kind, name, also } of terms.slice(0, 5)) {
      if (kind === 'term' && by.term === undefined) await read({ ...by, term: id });
      if (kind === 'domain' && by.domain === undefined) await read({ ...by, domain: id });
      for (const word of [name.zh, ...also].slice(0, 6)) if (word !== search) await read({ ...by, search: word });
    }
  }
  return [...found.values()]
    .map((row) => ({ row, score: scoreOf(row, search, terms) }))
    .toSorted((a, b) => b.score - a.score || a.row.sort.localeCompare(b.row.sort))
    .slice(0, mostRanked)
    .map(({ row }) => row);
}

function scoreOf(row: StoredAsset, search: string, terms: readonly Word[]): number {
  const base = row.certified === 'certified' ? 0.8 : 0;
  return nameScore(row, search, terms) + base + 0.35 * Math.log(1 + row.used);
}

function nameScore({ title, ...row }: StoredAsset, search: string, terms: readonly Word[]): number {
  const sought = search.toLowerCase();
  if (sought === '') return 0;
  if (terms.some(({ id }) => row.terms.includes(id) || row.domain === id)) return 6;
  let best = 1;
  for (const text of [title.zh, title.en ?? '']) {
    const name = text.toLowerCase();
    if (name === sought) return 8;
    if (name.startsWith(sought)) best = Math.max(best, 5);
    else if (name.includes(sought)) best = Math.max(best, 4);
  }
  const { full, initials } = spellingOf(title.zh);
  const spelled = sought.replace(/\s/g, '');
  if (
    best < 4 &&
    (full.toLowerCase().replace(/\s/g, '').startsWith(spelled) || initials.toLowerCase().startsWith(spelled))
  )
    return 3;
  return best;
}

/** The name or word that differs from the search by a sign, or by two where it is long. */
async function nearest(from: SpaceReader, visible: Visible, search: string): Promise<string | null> {
  const sought = search.toLowerCase();
  if ([...sought].length < 2) return null;
  const most = [...sought].length > 5 ? 2 : 1;
  const values: unknown[] = [];
  const where = visible.sql(values);
  const { rows } = await from.query<{ title: { zh: string; en?: string } }>({
    text: `select a.title from ${from.schema}.assets_asset a where ${where} and a.state <> 'gone' and length(a.title->>'zh') between $${values.push(sought.length - most)} and $${values.push(sought.length + most)} order by a.used desc limit 3000`,
    values,
  });
  const names = [
    ...rows.flatMap(({ title }) => [title.zh, title.en ?? '']),
    ...(await namesAsLong(from, { least: sought.length - most, most: sought.length + most })),
  ];
  let best: { name: string; far: number } | undefined;
  for (const name of new Set(names)) {
    const far = distance(sought, name.toLowerCase(), most);
    if (far <= most && far < (best?.far ?? Infinity)) best = { name, far };
  }
  return best?.name ?? null;
}

/** Changes of single signs, and neighbours that changed places; more than `most` is not counted further. */
export function distance(one: string, other: string, most: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  let before2: number[] = [];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before2[j - 2]! + 1);
      row.push(least);
    }
    before2 = before;
    before = row;
  }
  return before[b.length]!;
}

/** What is there before anybody looks for something. */
export async function getShelves(ctx: Ctx): Answer<'shelves'> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const shelf = async (
    order: string,
    more: (values: unknown[]) => string = () => 'true',
  ): Promise<ReturnType<typeof assetRow>[]> => {
    const values: unknown[] = [];
    const where = `${visible.sql(values)} and a.state in ('live', 'deprecated') and ${more(values)}`;
    const { rows } = await from.query<StoredAsset>({
      text: `select ${assetColumns} from ${from.schema}.assets_asset a where ${where} order by ${order} limit 8`,
      values,
    });
    return rows.map(assetRow);
  };
  const colleagues = await peopleNear(ctx);
  const [popular, newest, department] = await Promise.all([
    shelf('a.used desc, a.sort', () => 'a.used > 0'),
    shelf('a.created_at desc, a.id desc'),
    colleagues.length === 0
      ? []
      : shelf('a.used desc, a.sort', (values) => {
          const n = values.push(colleagues);
          return `exists (select 1 from ${from.schema}.assets_usage u where u.asset = a.id and u.person = any($${n}::uuid[]) and u.day > current_date - 90)`;
        }),
  ]);
  return { popular, newest, department };
}

/** Who else is of the caller's departments. */
async function peopleNear(ctx: Ctx): Promise<string[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const own = directory.people.get(ctx.user.id)?.departmentId ?? null;
  if (own === null) return [];
  return [...directory.people.values()]
    .filter(({ id, departmentId }) => id !== ctx.user.id && departmentId === own)
    .map(({ id }) => id)
    .slice(0, 2_000);
}
