import path from 'node:path';
import pg from 'pg';
import { recoverEmbeddedPostgres, type Recovered } from '../platform/db/embedded-postgres.recover.ts';
import { headOf } from './backup.ts';
import { cameBack, returnedLines } from './came-back.ts';
import {
  baseFolder,
  contentsOfBase,
  readBase,
  readUntil,
  wholeBases,
  type Base,
  type Until,
  segmentsOf,
} from './continuous/log-format.ts';
import { positionOf, positionText, segmentAfter } from './continuous/replication.ts';
import { namedContents } from './copy-files.ts';
import { BackupFailure } from './failure.ts';
import type { Content } from './format.ts';
import { bytesText, countText, type Progress } from './progress.ts';
import { bringFiles, bringSecret, heldLine, keepReturned, requireKnown } from './restore.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';
import { leftBehind } from './tables.ts';
import { quiet, type EmptyFolder } from './target.ts';
import { askForRecovery, unpackBase, unpackLog } from './unpack-base.ts';

export interface ChosenBase {
  name: string;
  base: Base;
  until: Until | undefined;
  /** Undefined: the end of the log. */
  moment: Date | undefined;
}

export interface MomentOptions {
  store: Store;
  seal: Seal | undefined;
  chosen: ChosenBase;
  folder: EmptyFolder;
  go: boolean;
  progress: Progress;
}

/** How far the log may go on behind what is said of it: it is written on each second, and said each minute. */
const saidLateMs = 5 * 60_000;

/** The newest base from before the moment; `latest` is the end of the newest log. */
export async function chooseBase(
  store: Store,
  seal: Seal | undefined,
  { at, backup }: { at: string; backup: string | undefined },
): Promise<ChosenBase> {
  const moment = at === 'latest' ? undefined : momentOf(at);
  const names = await wholeBases(store);
  if (names.length === 0)
    throw new BackupFailure('usage', `There is no base of a continuous backup in ${store.address}.`);
  for (const name of backup === undefined ? names.toReversed() : [backup]) {
    const base = await readBase(store, seal, name);
    if (moment && Date.parse(base.moment) > moment.getTime()) continue;
    // whole, and nothing of its own log came yet: that of the one before reaches further
    if (backup === undefined && name !== names[0] && !(await hasOwnLog(store, name, base))) continue;
    const until = await readUntil(store, seal, name);
    const end = Date.parse(until?.moment ?? base.moment);
    if (moment && moment.getTime() > end + saidLateMs)
      throw new BackupFailure(
        'usage',
        `The log of ${name} goes until ${new Date(end).toISOString()}. --at latest restores to its end.`,
      );
    return { name, base, until, moment };
  }
  const first = await readBase(store, seal, backup ?? names[0]!);
  throw new BackupFailure('usage', `The earliest moment that can be restored is ${first.moment}.`);
}

/** Whether the log stored beside a base reaches to where the base holds. */
async function hasOwnLog(store: Store, name: string, base: Base): Promise<boolean> {
  const { next, partial } = await segmentsOf(store, name, base);
  return positionOf(base.stop) <= next || (partial && positionOf(base.stop) < segmentAfter(next));
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ||
    Number.isNaN(moment.getTime())
  )
    throw new BackupFailure('usage', '--at takes a moment with its zone, as 2026-11-23T09:21:45Z, or latest.');
  return moment;
}

/** The installation as it was at a moment, in an empty data folder; held from then on unless `go` says otherwise. */
export async function restoreMoment(options: MomentOptions): Promise<void> {
  const { store, seal, chosen, folder, go, progress } = options;
  const { name, base, until } = chosen;
  const data = path.join(folder.unfinished, 'postgres');
  const unpacking = { store, seal, name, base, progress };
  progress.phase('Base');
  const contents = await contentsOfBase(store, seal, name, base);
  await unpackBase(unpacking, data);
  progress.phase('Log');
  const end = await unpackLog(unpacking, data);
  if (until && end < positionOf(until.position))
    throw new BackupFailure(
      'broken',
      `The log of ${name} was stored to ${until.position}, and what follows ${positionText(end)} is damaged or missing.`,
    );
  await askForRecovery(data);
  const recovered = await recover(folder, chosen);
  const client = new pg.Client({ connectionString: recovered.url, keepAlive: true });
  client.on('error', () => {});
  try {
    await client.connect();
    const shown = await shownMoment(client, recovered, chosen);
    const head = await headOf({ reader: client });
    requireKnown(`What the base ${name} and its log show`, head);
    progress.phase('Files');
    const named = await namedContents(
      client,
      head.spaces.map(({ id }) => id),
    );
    const found = new Map<string, Content>();
    const missing: string[] = [];
    for (const { key, needed, by } of named) {
      const content = contents.get(key);
      if (content) found.set(key, content);
      else if (needed) missing.push(`${key}, named in ${by}`);
    }
    await bringFiles({ store, seal, progress }, folder.files, found);
    const reset = await bringSecret({ store, seal, time: baseFolder(name), manifest: base, target: folder }, client);
    const returned = [
      ...(await cameBack(
        client,
        head.spaces.map(({ id }) => id),
      )),
      ...reset,
    ];
    await hold(client, go, shown);
    await keepReturned(client, returned);
    await client.end();
    await recovered.stop();
    await folder.takeOver();
    progress.say(
      `Restored: as of ${shown.toISOString()}, from the base ${name}, ${countText(found.size)} files of ${bytesText([...found.values()].reduce((sum, { size }) => sum + size, 0))}.`,
    );
    for (const line of returnedLines(returned)) progress.say(line);
    progress.say(heldLine(go));
    if (missing.length > 0)
      throw new BackupFailure(
        'broken',
        `${missing.length} contents came so shortly before the end that they are not in the backup; everything else was restored:\n${missing
          .slice(0, 20)
          .map((line) => `  ${line}`)
          .join('\n')}${missing.length > 20 ? '\n  ...' : ''}`,
      );
  } finally {
    await client.end().catch(() => {});
    await recovered.stop();
  }
}

async function recover(folder: EmptyFolder, { name, base, moment }: ChosenBase): Promise<Recovered> {
  try {
    return await recoverEmbeddedPostgres(folder.unfinished, moment, quiet);
  } catch (error) {
    const { message } = error as Error;
    if (/incompatible with server|initialized by PostgreSQL version/.test(message))
      throw new BackupFailure(
        'newer',
        `The base ${name} is of PostgreSQL ${base.postgres}, which this product does not have. Restore with the product it was made with (${base.product}).`,
        error,
      );
    throw new BackupFailure('broken', `The log of ${name} does not bring its base to the moment:\n${message}`, error);
  }
}

/** The moment that is there now; refused where nobody knows whether the log reaches to the one that was asked for. */
async function shownMoment(
  client: pg.Client,
  { reached }: Recovered,
  { name, base, until, moment }: ChosenBase,
): Promise<Date> {
  const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last');
  const last = rows[0]!.last ?? new Date(base.moment);
  const end = new Date(Math.max(Date.parse(until?.moment ?? base.moment), last.getTime()));
  if (!moment) return end;
  if (!reached && moment > end)
    throw new BackupFailure(
      'usage',
      `The log of ${name} goes until ${end.toISOString()}. --at latest restores to its end.`,
    );
  return moment;
}

/** What belongs to those who were just signing in goes; sessions of then would let in whoever was let out since. */
async function hold(client: pg.Client, go: boolean, shown: Date): Promise<void> {
  await client.query('begin');
  for (const table of leftBehind) await client.query(`delete from ${table}`);
  await client.query(
    'update platform.installation set held = $1, restored_at = now(), restored_from = $2, let_go_at = null',
    [!go, shown],
  );
  await client.query('commit');
}
