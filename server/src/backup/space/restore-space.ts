import { setTimeout as sleep } from 'node:timers/promises';
import type { Returned } from '@formwork/contract/operations/hold.ts';
import pg from 'pg';
import { readMigrationHashes } from '../../platform/db/migrate.ts';
import type { Files } from '../../platform/files/files.ts';
import { holdChanged, spaceRestoreLock } from '../../platform/hold.ts';
import { returnedLines } from '../came-back.ts';
import { BackupFailure } from '../failure.ts';
import { readContents, type Manifest } from '../format.ts';
import type { Loading } from '../load.ts';
import { bringFiles } from '../restore.ts';
import type { Progress } from '../progress.ts';
import type { Target } from '../target.ts';
import { dropFormer, exchange, migrationsMark } from './exchange.ts';
import { formerSchema, stagedSchema } from './names.ts';
import { loadOneSpace } from './scratch.ts';
import { stage } from './stage.ts';
import { spaceSchema } from '../../platform/db/space-data.ts';

export interface SpaceRestore {
  databaseUrl: string;
  space: string;
  /** Without being held first. */
  go: boolean;
  numbers: number;
  progress: Progress;
}

/** One space of a backup in the installation that it was made of, while the product runs; other spaces hear nothing of it. */
export async function restoreSpace(
  options: SpaceRestore & { loading: Loading; scratch: () => Promise<Target>; files: Files },
): Promise<void> {
  const { space, go, numbers, progress, loading } = options;
  const { store, seal, time, manifest } = loading;
  await asRestorer(options, async (live) => {
    await requireFit(live, space, manifest);
    const contents = await readContents(store, seal, time, manifest);
    await readOnly(live, space, manifest.moment);
    progress.phase('Space');
    const scratch = await options.scratch();
    let loaded: Awaited<ReturnType<typeof loadOneSpace>>;
    try {
      loaded = await loadOneSpace(loading, scratch, space);
      progress.phase('Beside');
      await stage(live, scratch.url, space, progress);
    } finally {
      await scratch.close();
    }
    progress.phase('Files');
    await bringFiles(loading, options.files, new Map([...contents].filter(([key]) => loaded.keys.has(key))));
    await quiet(live, space);
    progress.phase('Exchange');
    const returned = await exchange(live, {
      space,
      numbers,
      unheard: loaded.unheard,
      keys: [...loaded.keys],
      held: go ? undefined : { from: manifest.moment },
    });
    progress.say(`Restored: ${space} as of ${time}. What it was before lies in ${formerSchema(space)}.`);
    sayRest(options, returned);
  });
}

/** Exchanges a space again with what it was before its restore; what it is now becomes the way back. */
export async function bringBack(options: SpaceRestore): Promise<void> {
  const { space, numbers, progress } = options;
  await asRestorer(options, async (live) => {
    await requireFormer(live, space);
    await readOnly(live, space, new Date().toISOString());
    await quiet(live, space);
    await live.query(`drop schema if exists "${stagedSchema(space)}" cascade`);
    await live.query(`alter schema "${formerSchema(space)}" rename to "${stagedSchema(space)}"`);
    progress.phase('Exchange');
    try {
      await exchange(live, { space, numbers, unheard: [], keys: [], held: undefined });
    } catch (error) {
      await live.query(`alter schema "${stagedSchema(space)}" rename to "${formerSchema(space)}"`).catch(() => {});
      throw error;
    }
    progress.say(`${space} is what it was before its restore; the restored state lies in ${formerSchema(space)}.`);
  });
}

/** Gives up the way back. Contents that it alone named go a little later, as others do that nobody names. */
export async function forgetFormer(options: SpaceRestore): Promise<void> {
  const { space, progress } = options;
  await asRestorer(options, async (live) => {
    const { rows } = await live.query('select from pg_namespace where nspname = $1', [formerSchema(space)]);
    if (rows.length === 0) throw new BackupFailure('usage', `${space} has nothing from before a restore.`);
    await live.query('begin');
    await dropFormer(live, space);
    await live.query('commit');
    progress.say(`What ${space} was before its restore is gone.`);
  });
}

function sayRest({ go, progress }: SpaceRestore, returned: readonly Returned[]): void {
  for (const line of returnedLines(returned)) progress.say(line);
  progress.say(
    go
      ? 'It goes on at once.'
      : 'It is held: nothing leaves it until an operator says so on the pages, or npm run restore -- --go --space does.',
  );
}

/** With a connection whose lock says that the space is restored; whoever dies leaves it as it was, and open. */
async function asRestorer(
  { databaseUrl, space }: SpaceRestore,
  work: (live: pg.Client) => Promise<void>,
): Promise<void> {
  if (!/^[a-z0-9]{1,40}$/.test(space)) throw new BackupFailure('usage', `${space} is no id of a space.`);
  const live = new pg.Client({ connectionString: databaseUrl, application_name: 'formwork restore', keepAlive: true });
  live.on('error', () => {});
  await live.connect();
  try {
    const { rows } = await live.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', [
      spaceRestoreLock,
      space,
    ]);
    if (!rows[0]!.got) throw new BackupFailure('busy', `Another restore of ${space} runs.`);
    await live.query(`select set_config('app.space_id', $1, false)`, [space]);
    try {
      await work(live);
    } finally {
      await live.query('update platform.held_space set restoring = false where id = $1', [space]).catch(() => {});
      await live.query('delete from platform.held_space where id = $1 and not held', [space]).catch(() => {});
    }
    // everything that processes keep in memory is read anew
    await tell(live, [{ kind: 'reconnected' }, { kind: 'events', spaces: [space] }]);
  } finally {
    await tell(live, [{ kind: holdChanged }]).catch(() => {});
    await live.end().catch(() => {});
  }
}

async function tell(live: pg.Client, messages: object[]): Promise<void> {
  await live.query(`select pg_notify('formwork', $1)`, [JSON.stringify(messages)]);
}

/** How long processes may take to hear of it. */
const hearMs = 2_000;

async function readOnly(live: pg.Client, space: string, moment: string): Promise<void> {
  await live.query(
    `insert into platform.held_space (id, restoring, restored_from) values ($1, true, $2) on conflict (id) do update set restoring = true`,
    [space, moment],
  );
  await tell(live, [{ kind: holdChanged }]);
  await sleep(hearMs);
}

/** Jobs that run in the space would write into what it was: they end first. */
const quietMs = 60_000;

async function quiet(live: pg.Client, space: string): Promise<void> {
  for (const began = Date.now(); ; await sleep(500)) {
    const { rows } = await live.query(`select from ${spaceSchema(space)}.run where state = 'running'`);
    if (rows.length === 0) return;
    if (Date.now() - began > quietMs)
      throw new BackupFailure('busy', `A job of ${space} still runs. Wait for it, or cancel it, and begin again.`);
  }
}

async function requireFit(live: pg.Client, space: string, manifest: Manifest): Promise<void> {
  const { rows } = await live.query<{ installation: string; there: boolean }>(
    'select id as installation, exists (select from identity.space where id = $1) as there from platform.installation',
    [space],
  );
  if (rows[0]!.installation !== manifest.installation)
    throw new BackupFailure('usage', 'The backup is of another installation: single spaces come back where they were.');
  if (!rows[0]!.there || !manifest.spaces.some(({ id }) => id === space))
    throw new BackupFailure('usage', `There is no space ${space} ${rows[0]!.there ? 'in the backup' : 'here'}.`);
  const known = readMigrationHashes();
  const { rows: had } = await live.query<{ name: string; hash: string }>('select name, hash from platform.migration');
  if (had.length !== known.control.size || had.some(({ name, hash }) => known.control.get(name) !== hash))
    throw new BackupFailure('newer', 'The installation was last started with another product than this one.');
}

async function requireFormer(live: pg.Client, space: string): Promise<void> {
  const { rows } = await live.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = $1`,
    [formerSchema(space)],
  );
  if (rows.length === 0) throw new BackupFailure('usage', `${space} has nothing from before a restore.`);
  if (rows[0]!.mark !== (await migrationsMark(live)))
    throw new BackupFailure('newer', `The product was upgraded since: ${formerSchema(space)} does not fit any more.`);
}
