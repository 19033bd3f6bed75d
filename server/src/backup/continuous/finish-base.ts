import { Readable } from 'node:stream';
import type pg from 'pg';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Files } from '../../platform/files/files.ts';
import { bringContents } from '../copy-files.ts';
import {
  filesListName,
  put,
  putContents,
  readContents,
  readManifest,
  secretName,
  wholeBackups,
  type Content,
} from '../format.ts';
import { secretCheck, type Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { namedNow, silent } from './base-contents.ts';
import { whileContentsStay } from './contents-lock.ts';
import {
  baseFolder,
  baseMac,
  baseManifestName,
  contentsOfBase,
  readBase,
  wholeBases,
  type Base,
} from './log-format.ts';
import type { Tell } from './receiver.ts';
import type { TakenBase } from './take-base.ts';

interface Options {
  store: Store;
  sealing: Seal | undefined;
  files: Files;
  secret: string;
  watch: pg.Client;
  tell: Tell;
}

/** Brings the contents that a base names, and says in its manifest that it is whole. */
export async function finishBase(
  { store, sealing, files, secret, watch, tell }: Options,
  { name, ...taken }: TakenBase,
): Promise<Base> {
  const { rows } = await watch.query<{ id: string; version: string; now: Date }>(
    `select id, current_setting('server_version') as version, clock_timestamp() as now from platform.installation`,
  );
  const { id, version, now } = rows[0]!;
  const known = await lastKnown(store, sealing);
  let listed: Base['files'] | undefined;
  await whileContentsStay(watch, 'wait', async () => {
    const { named } = await namedNow(watch, '');
    const { copied, problems } = await bringContents({ store, seal: sealing, progress: silent }, files, named, {
      known,
      stored: await store.list('files/'),
    });
    for (const line of problems) tell.warn(`The continuous backup: ${line}`);
    listed = {
      count: copied.length,
      size: copied.reduce((sum, { size }) => sum + size, 0),
      sha256: await putContents(store, sealing, filesListName(baseFolder(name)), copied),
    };
  });
  if (sealing) await put(store, sealing, secretName(baseFolder(name)), Readable.from([Buffer.from(secret)]));
  const base: Base = {
    format: 1,
    ...taken,
    moment: now.toISOString(),
    product: packageFile.version,
    postgres: version,
    installation: id,
    files: listed!,
    secret: sealing !== undefined,
    secretCheck: await secretCheck(secret, id),
    seal: null,
  };
  if (sealing) base.seal = { mac: baseMac(sealing, base) };
  await store.put(baseManifestName(name), Readable.from([Buffer.from(JSON.stringify(base))]));
  return base;
}

/** Hashes that need not be worked out again: those of the base before, or of the newest backup. */
async function lastKnown(store: Store, seal: Seal | undefined): Promise<ReadonlyMap<string, Content>> {
  const base = (await wholeBases(store)).at(-1);
  if (base !== undefined) return contentsOfBase(store, seal, base, await readBase(store, seal, base));
  const time = (await wholeBackups(store)).at(-1);
  return time === undefined
    ? new Map<string, Content>()
    : readContents(store, seal, time, await readManifest(store, seal, time));
}
