import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Directory } from '../organization/public.ts';

/** Every other message has it. */
const short = /^[ -~]$/;

/** Where more messages may have the words, they are met soon enough on the way from the newest on. */
const mostLookedUp = 5_000;

/** A message's titles as they are compared. */
export const plainSql = (title: string, formTitle: string, titleEn: string): string =>
  `lower(normalize(concat_ws(E'\\n', ${title}, ${titleEn}, ${formTitle}->>'zh', ${formTitle}->>'en'), NFKC))`;

/** What a message is found by: pairs of neighbouring signs, single ones that mean something by themselves, and who did what it tells of. */
export const termsSql = (plain: string, by: string): string => `(select coalesce(array_agg(distinct term), '{}') from (
    select unnest(array[substr(${plain}, n, 2), substr(${plain}, n, 1)]) as term from generate_series(1, length(${plain})) as n
    union all select ${by}::text) as every where length(term) > 1 or term > '~')`;

/** The messages of a person that have each word in a title, the name of the form or of whoever did it: a condition; values are appended. */
export async function searchSql(
  platform: Platform,
  spaceId: string,
  directory: Directory,
  search: string,
  person: string,
  values: unknown[],
): Promise<string> {
  const words = search
    .normalize('NFKC')
    .split(/\s+/u)
    .filter(Boolean)
    .map((text) => ({ text, by: peopleCalled(directory, text) }));
  if (words.length === 0) return 'true';
  const telling = words.filter(({ text }) => !short.test(text));
  const ids = telling.length === 0 ? undefined : await lookUp(platform, spaceId, telling, person);
  const fits = words
    .map(({ text, by }) => {
      const written = `plain like '%' || lower($${values.push(text.replace(/[\\%_]/g, '\\$&'))}) || '%'`;
      return by.length === 0 ? written : `(${written} or by_person = any($${values.push(by)}::uuid[]))`;
    })
    .join(' and ');
  return ids ? `id = any($${values.push(ids)}::uuid[]) and ${fits}` : fits;
}

interface Word {
  text: string;
  by: string[];
}

/** Those that may have the words, by their terms; undefined where they are many. */
async function lookUp(
  platform: Platform,
  spaceId: string,
  words: Word[],
  person: string,
): Promise<string[] | undefined> {
  const values: unknown[] = [person];
  // the words that nobody is called by are one question to the index: each by itself would have it read many more rows
  const plain = words.filter(({ by }) => by.length === 0).map(({ text }) => partsSql(`$${values.push(text)}`));
  const named = words
    .filter(({ by }) => by.length > 0)
    .map(({ text, by }) => `(terms @> ${partsSql(`$${values.push(text)}`)} or terms && $${values.push(by)}::text[])`);
  const known = [...(plain.length > 0 ? [`terms @> (${plain.join(' || ')})`] : []), ...named].join(' and ');
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.messages_message where array[person] @> array[$1::uuid] and ${known} limit ${mostLookedUp + 1}`,
    values,
  });
  return rows.length > mostLookedUp ? undefined : rows.map(({ id }) => id);
}

/** A single sign is a term by itself. */
const partsSql = (word: string): string =>
  `(select array_agg(substr(lower(${word}::text), n, 2)) from generate_series(1, greatest(length(lower(${word}::text)) - 1, 1)) as n)`;

function peopleCalled({ people }: Directory, word: string): string[] {
  const sought = word.toLowerCase();
  return [...people.values()]
    .filter(({ name }) => name.normalize('NFKC').toLowerCase().includes(sought))
    .map(({ id }) => id);
}
