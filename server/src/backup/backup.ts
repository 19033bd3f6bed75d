import { Readable } from 'node:stream';
import type { Files } from '../platform/files/files.ts';
import { readMigrationHashes } from '../platform/db/migrate.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { copyFiles, namedContents } from './copy-files.ts';
import { whileContentsStay } from './continuous/contents-lock.ts';
import { asChange, copyTables, type Copying } from './copy-tables.ts';
import { BackupFailure } from './failure.ts';
import {
  macOf,
  manifestName,
  put,
  readContents,
  readManifest,
  secretName,
  timeOf,
  wholeBackups,
  type Content,
  type Manifest,
} from './format.ts';
import { bytesText, type Progress } from './progress.ts';
import { clearUnfinished, keepNewest } from './retention.ts';
import { secretCheck } from './seal.ts';
import { requireOwnPlace, sealFor } from './place.ts';
import { openSnapshot, openWatch, TablesChanged, type Snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

export interface BackupOptions {
  store: Store;
  databaseUrl: string;
  files: Files;
  /** Travels under a seal alone. */
  secret: string;
  /** Begins to seal; backups beside sealed ones are sealed anyway. */
  seal: boolean;
  phrase(): Promise<string>;
  keep: number | undefined;
  lanes: number;
  progress: Progress;
}

/** Until then another snapshot is tried; the last one under locks. */
const attempts = 3;

/** One whole backup of database and files, while the product runs. */
export async function backUp(options: BackupOptions): Promise<void> {
  const { store, databaseUrl, files, keep, progress } = options;
  const watch = await openWatch(databaseUrl);
  try {
    const times = await wholeBackups(store);
    const seal = await sealFor(store, options);
    const before = times.length > 0 ? await readManifest(store, seal, times.at(-1)!) : undefined;
    const installation = (await watch.query<{ id: string }>('select id from platform.installation')).rows[0]!.id;
    await requireOwnPlace(store, seal, installation);
    await clearUnfinished(store);
    const {
      rows: [size],
    } = await watch.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
    await requireSpace(store, before, size!.bytes);
    const known = before ? await readContents(store, seal, times.at(-1)!, before) : new Map<string, Content>();

    progress.phase('Database');
    const made = await withSnapshot(options, watch, async (snapshot, time) => {
      const copying: Copying = { store, seal, time, lanes: options.lanes, progress };
      const tables = await copyTables(copying, snapshot);
      const head = await headOf(snapshot);
      return {
        copying,
        tables,
        head,
        named: await namedContents(
          snapshot.reader,
          head.spaces.map(({ id }) => id),
        ),
        moment: snapshot.moment,
      };
    });
    progress.phase('Files');
    const { files: copied, problems } = await copyFiles(made.copying, files, made.named, known);
    const { time } = made.copying;
    if (seal) await put(store, seal, secretName(time), Readable.from([Buffer.from(options.secret)]));

    progress.phase('Manifest');
    const manifest: Manifest = {
      format: 1,
      moment: made.moment.toISOString(),
      product: packageFile.version,
      installation,
      ...made.head,
      databaseBytes: size!.bytes,
      forms: made.tables.forms,
      parts: made.tables.parts,
      files: copied,
      secret: seal !== undefined,
      secretCheck: await secretCheck(options.secret, installation),
      seal: null,
    };
    if (seal) manifest.seal = { mac: macOf(seal, manifest) };
    await requireStored(store, time, manifest);
    await store.put(manifestName(time), Readable.from([Buffer.from(JSON.stringify(manifest))]));
    // every content that is named is whole by now
    await store.dropBroken();
    const { kept, removed } = await keepNewest(store, seal, keep, (work) => whileContentsStay(watch, 'wait', work));
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
    progress.say(
      `${problems.length === 0 ? 'Whole' : 'Without some contents'}: ${time}, ${bytesText(bytes)}, ${bytesText(copied.bytes)} of new files${seal ? ', sealed' : ''}. ${kept} kept, ${removed} removed.`,
    );
    if (problems.length > 0)
      throw new BackupFailure(
        'broken',
        `${problems.length} contents are not as the database says; everything else was kept:\n${problems
          .slice(0, 20)
          .map((line) => `  ${line}`)
          .join('\n')}${problems.length > 20 ? '\n  ...' : ''}`,
      );
  } finally {
    await watch.end();
  }
}

/** A moment in which no table was rewritten under its reading. */
async function withSnapshot<T>(
  { databaseUrl, progress }: BackupOptions,
  watch: Awaited<ReturnType<typeof openWatch>>,
  work: (snapshot: Snapshot, time: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let snapshot: Snapshot | undefined;
    try {
      snapshot = await openSnapshot(databaseUrl, watch, attempt === attempts);
      return await work(snapshot, timeOf(snapshot.moment));
    } catch (given) {
      const error = asChange(given);
      if (!(error instanceof TablesChanged) || attempt === attempts) throw given;
      progress.say('A table was rewritten meanwhile; the database is read anew.');
    } finally {
      await snapshot?.end();
    }
  }
}

/** What the database says of itself, in the snapshot. */
export async function headOf({
  reader,
}: Pick<Snapshot, 'reader'>): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'spaces'>> {
  const known = readMigrationHashes();
  const { rows: migrations } = await reader.query<{ name: string; hash: string }>(
    'select name, hash from platform.migration order by name',
  );
  const { rows: spaces } = await reader.query<{ id: string; names: string[] }>(
    'select s.id, coalesce(array_agg(m.name order by m.name) filter (where m.name is not null), array[]::text[]) as names from identity.space s left join platform.space_migration m on m.space_id = s.id group by s.id order by s.id',
  );
  const { rows: version } = await reader.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    postgres: version[0]!.version,
    migrations,
    spaces: spaces.map(({ id, names }) => ({
      id,
      migrations: names.map((name) => ({ name, hash: known.space.get(name) ?? '' })),
    })),
  };
}

/** What the last one took and a fifth more; before the first one, a quarter of the database. */
async function requireSpace(store: Store, before: Manifest | undefined, databaseBytes: number): Promise<void> {
  const free = await store.free();
  const needed = before ? before.parts.reduce((sum, { bytes }) => sum + bytes, 0) * 1.2 : databaseBytes / 4;
  if (free !== undefined && free < needed)
    throw new BackupFailure(
      'noSpace',
      `${store.address} has ${bytesText(free)} left; this backup needs about ${bytesText(needed)}.`,
    );
}

/** Each part has the size that was sent. */
async function requireStored(store: Store, time: string, manifest: Manifest): Promise<void> {
  const there = await store.list(`${time}/tables/`);
  for (const { table, part, bytes } of manifest.parts) {
    const stored = there.get(`${time}/tables/${table}.${part}.copy.zst`);
    if (stored !== bytes)
      throw new BackupFailure(
        'broken',
        `Part ${part} of ${table} is stored with ${stored ?? 'no'} bytes instead of ${bytes}.`,
      );
  }
}
