import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { FileMissing, type Files } from '../platform/files/files.ts';
import { contentSources } from './contents.ts';
import { contentName, filesListName, put, putContents, type Content, type Manifest } from './format.ts';
import { countText } from './progress.ts';
import type { Copying } from './copy-tables.ts';

/** A content that the snapshot names. */
export interface Named {
  key: string;
  /** Whether it has to be there. */
  needed: boolean;
  /** Which table names it. */
  by: string;
  /** Of the content, where the row knows it. */
  sha256: string | null;
}

export interface CopiedFiles {
  files: Manifest['files'];
  /** Lines about contents that are gone, or are not what their row says. The rest is whole, and worth keeping. */
  problems: string[];
}

const atOnce = 4;

/** Asked in the snapshot. Keys tell their time: with `from`, older ones are left out. */
export async function namedContents(client: ClientBase, spaces: readonly string[], from = ''): Promise<Named[]> {
  const named = new Map<string, Named>();
  for (const { table, query } of contentSources) {
    const schemas = table.includes(':schema') ? spaces.map((space) => `"space_${space}"`) : [''];
    for (const schema of schemas) {
      // an older product does not have it yet
      if (!(await isThere(client, table.replaceAll(':schema', schema)))) continue;
      const { rows } = await client.query<{ key: string; needed: boolean; sha256?: string }>(
        `select * from (${query.replaceAll(':schema', schema)}) named where key >= $1`,
        [from],
      );
      for (const { key, needed, sha256 } of rows)
        named.set(key, {
          key,
          needed: needed || (named.get(key)?.needed ?? false),
          by: table.replaceAll(':schema', schema),
          sha256: sha256 ?? null,
        });
    }
  }
  return [...named.values()];
}

async function isThere(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]!.there;
}

/** What contents are brought with. */
export type Bringing = Pick<Copying, 'store' | 'seal' | 'progress'>;

/**
 * Contents never change, so what an earlier backup brought here is there already. `known` are those of the last whole one,
 * whose hashes need not be worked out again.
 */
export async function copyFiles(
  { store, seal, time, progress }: Copying,
  files: Files,
  named: readonly Named[],
  known: ReadonlyMap<string, Content>,
): Promise<CopiedFiles> {
  const there = { known, stored: await store.list('files/') };
  const { copied, bytes, problems } = await bringContents({ store, seal, progress }, files, named, there);
  return {
    files: {
      count: copied.length,
      size: copied.reduce((sum, { size }) => sum + size, 0),
      bytes,
      sha256: await putContents(store, seal, filesListName(time), copied),
    },
    problems,
  };
}

/** The contents alone, without a list of them; ordered by key. `there` is what the store has already. */
export async function bringContents(
  { store, seal, progress }: Bringing,
  files: Files,
  named: readonly Named[],
  there: { known: ReadonlyMap<string, Content>; stored: ReadonlyMap<string, number> },
): Promise<{ copied: Content[]; bytes: number; problems: string[] }> {
  const waiting = [...named];
  const copied: Content[] = [];
  const problems: string[] = [];
  let already = 0;
  let bytes = 0;

  async function one({ key, needed, by, sha256 }: Named): Promise<void> {
    const name = contentName(key);
    const before = there.known.get(key);
    const stored = there.stored.get(name);
    if (before && stored === sizeOf(before.size)) {
      already += 1;
      copied.push(before);
      return;
    }
    try {
      const content = await files.open(key);
      const hash = createHash('sha256');
      let size = 0;
      const seen = async function* (): AsyncGenerator<Buffer, undefined> {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
        return undefined;
      };
      if (stored !== undefined && stored === sizeOf(await files.size(key))) {
        // brought by a run that broke off: whole, since names come with whole contents alone
        for await (const chunk of seen()) void chunk;
      } else {
        await put(store, seal, name, Readable.from(seen(), { objectMode: false }));
      }
      bytes += size;
      const found = hash.digest('hex');
      copied.push({ key, size, sha256: found });
      if (sha256 !== null && found !== sha256)
        problems.push(`${key}, named in ${by}, is not what was uploaded: its hash is another one`);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      if (needed) problems.push(`${key}, named in ${by}, is not in the store of files`);
    }
  }

  function sizeOf(size: number): number {
    return seal ? seal.size(size) : size;
  }

  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await one(next);
      progress.at(
        `Files ${countText(copied.length)} of ${countText(named.length)} (${countText(already)} there already)`,
      );
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  copied.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { copied, bytes, problems };
}
