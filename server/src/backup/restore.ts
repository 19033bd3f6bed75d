import { buffer } from 'node:stream/consumers';
import type { Returned } from '@formwork/contract/operations/hold.ts';
import pg from 'pg';
import { FileMissing, type Files } from '../platform/files/files.ts';
import { readMigrationHashes } from '../platform/db/migrate.ts';
import { cameBack, returnedLines } from './came-back.ts';
import { BackupFailure } from './failure.ts';
import {
  contentName,
  get,
  readContents,
  readManifest,
  secretName,
  wholeBackups,
  type Content,
  type Manifest,
} from './format.ts';
import { loadDatabase, type Loading } from './load.ts';
import { resetSealed } from './lost-secret.ts';
import { bytesText, countText, type Progress } from './progress.ts';
import { secretsIn } from '../platform/config.ts';
import { secretCheck, type Seal } from './seal.ts';
import type { Store } from './store.ts';
import type { Target } from './target.ts';

export interface RestoreOptions {
  store: Store;
  seal: Seal | undefined;
  time: string;
  manifest: Manifest;
  target: Target;
  /** Without being held first. */
  go: boolean;
  /** How much higher counters of numbers begin again. */
  numbers: number;
  progress: Progress;
}

/** The named backup, or the newest; refused where this product does not know what it was made with. */
export async function chooseBackup(
  store: Store,
  seal: Seal | undefined,
  given: string | undefined,
): Promise<{ time: string; manifest: Manifest }> {
  const time = given ?? (await wholeBackups(store)).at(-1);
  if (time === undefined) throw new BackupFailure('usage', `There is no whole backup in ${store.address}.`);
  const manifest = await readManifest(store, seal, time);
  requireKnown(`The backup ${time} (product ${manifest.product})`, manifest);
  return { time, manifest };
}

/** Refuses what was made with migrations that this product does not know. */
export function requireKnown(what: string, { migrations, spaces }: Pick<Manifest, 'migrations' | 'spaces'>): void {
  const known = readMigrationHashes();
  const unknown = [
    ...migrations.filter(({ name, hash }) => known.control.get(name) !== hash),
    ...spaces.flatMap((space) =>
      space.migrations.filter(
        ({ name, hash }) => !known.space.has(name) || (hash !== '' && known.space.get(name) !== hash),
      ),
    ),
  ].map(({ name }) => name);
  if (unknown.length > 0)
    throw new BackupFailure(
      'newer',
      `${what} was made with migrations that this product does not know, or knows otherwise: ${[...new Set(unknown)].slice(0, 10).join(', ')}. Restore with the product it was made with, or a newer one.`,
    );
}

/** A whole backup in an empty installation, which is held from then on unless `go` says otherwise. */
export async function restoreWhole(options: RestoreOptions): Promise<void> {
  const { store, seal, time, manifest, target, go, numbers, progress } = options;
  const loading: Loading = { store, seal, time, manifest, progress };
  const contents = await readContents(store, seal, time, manifest);
  const client = new pg.Client({ connectionString: target.url, application_name: 'formwork restore', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const forced = await loadDatabase(loading, client);
    progress.phase('Files');
    await bringFiles(loading, target.files, contents);
    const reset = await bringSecret(options, client);
    const spaces = manifest.spaces.map(({ id }) => id);
    if (numbers > 0)
      for (const id of spaces)
        await client.query(`update "space_${id}".records_counter set value = value + $1`, [numbers]);
    const returned = [...(await cameBack(client, spaces)), ...reset];
    progress.phase('Row security');
    await closeDatabase(client, forced, { moment: manifest.moment, held: !go, returned });
    await client.end();
    await target.finish();
    progress.say(
      `Restored: ${time}, ${countText(manifest.parts.reduce((sum, { rows }) => sum + rows, 0))} rows, ${countText(contents.size)} files of ${bytesText(manifest.files.size)}.`,
    );
    if (reset.length > 0)
      progress.say('The secret did not come along (see --seal), so what was sealed with it is gone.');
    for (const line of returnedLines(returned)) progress.say(line);
    progress.say(heldLine(go));
  } finally {
    await client.end().catch(() => {});
  }
}

export function heldLine(go: boolean): string {
  return go
    ? 'It goes on at once when it is started.'
    : 'It is held when it is started: nothing leaves it until an operator says so on its pages, or npm run restore -- --go does.';
}

/** In one transaction: row security everywhere again, held, and no longer marked as half. */
export async function closeDatabase(
  client: pg.Client,
  forced: readonly string[],
  { moment, held, returned }: { moment: string; held: boolean; returned: readonly Returned[] },
): Promise<void> {
  await client.query('begin');
  for (const name of forced) await client.query(`alter table ${name} force row level security`);
  await client.query(
    'update platform.installation set held = $1, restored_at = now(), restored_from = $2, let_go_at = null, queue_behind = true',
    [held, moment],
  );
  await keepReturned(client, returned);
  await client.query('drop table platform.restoring');
  await client.query('commit');
}

/** One that was restored from an older product has no place for it before it is started. */
export async function keepReturned(client: pg.Client, returned: readonly Returned[]): Promise<void> {
  await client.query(`do $$ begin
    if exists (select from pg_attribute where attrelid = 'platform.installation'::regclass and attname = 'returned') then
      update platform.installation set returned = ${client.escapeLiteral(JSON.stringify(returned))}::jsonb;
    end if; end $$`);
}

const atOnce = 4;

export async function bringFiles(
  { store, seal, progress }: Pick<Loading, 'store' | 'seal' | 'progress'>,
  files: Files,
  contents: ReadonlyMap<string, Content>,
): Promise<void> {
  const waiting = [...contents.values()];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await bring(next);
      done += 1;
      progress.at(`Files ${countText(done)} of ${countText(contents.size)}`);
    }
  };
  async function bring({ key, size, sha256 }: Content): Promise<void> {
    const there = await files.size(key).catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    // in a store that is shared with the installation it came from, or that a broken-off restore filled
    if (there === size) return;
    const stored = await files.put(await get(store, seal, contentName(key)), key);
    if (stored.sha256 === sha256) return;
    await files.remove(key);
    throw new BackupFailure('broken', `${contentName(key)} is not what was stored: its hash is another one.`);
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

interface SecretOf extends Pick<RestoreOptions, 'store' | 'seal' | 'time'> {
  manifest: Pick<Manifest, 'installation' | 'secret' | 'secretCheck'>;
  target: Pick<Target, 'secret' | 'keepSecret'>;
}

/** The secret of the backup where it travels; without it, what is sealed with it cannot be opened any more. Answers what was reset. */
export async function bringSecret(
  { store, seal, time, manifest, target }: SecretOf,
  client: pg.Client,
): Promise<Returned[]> {
  const holds = async (secret: string | undefined): Promise<boolean> =>
    secret !== undefined && (await secretCheck(secret, manifest.installation)) === manifest.secretCheck;
  if (await holds(target.secret)) {
    target.keepSecret(target.secret!);
    return [];
  }
  // of a time before the secret was changed: the product opens what it sealed, and seals it anew
  for (const old of secretsIn(process.env.FORMWORK_SECRET_OLD ?? ''))
    if (await holds(old)) {
      if (target.secret !== undefined) target.keepSecret(target.secret);
      return [];
    }
  if (manifest.secret && seal) {
    const secret = (await buffer(await get(store, seal, secretName(time)))).toString('utf8');
    target.keepSecret(secret);
    // the settings may name another one, which counts
    if (process.env.FORMWORK_SECRET === undefined || process.env.FORMWORK_SECRET === '') return [];
  }
  return resetSealed(client);
}
