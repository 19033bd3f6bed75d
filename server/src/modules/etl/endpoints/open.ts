import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  ConnectionFailure,
  failureOf,
  openConnectionOf,
  type OpenedConnections,
  type UsedBy,
} from '../../connections/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { clickhouseEndpoint } from './clickhouse/clickhouse.ts';
import { filesEndpoint, type FileShelf } from './files.ts';
import { formsEndpoint } from './forms.ts';
import { mysqlEndpoint } from './mysql/mysql.ts';
import { postgresEndpoint } from './postgres/postgres.ts';
import { sqlserverEndpoint } from './sqlserver/sqlserver.ts';
import { storeShelf } from './store-shelf.ts';

/** The platform's own forms, in the place of a connection's id. */
export const formsSource = 'forms';

/** Kinds of connections that data is read from. */
export const dataKinds = [
  'postgres',
  'mysql',
  'clickhouse',
  'sqlserver',
  'files',
  'rest',
  's3',
  'sftp',
  'webdav',
  'disk',
] as const satisfies (keyof OpenedConnections)[];

/** Kinds of connections at which files lie. */
export const shelfKinds = [
  'files',
  'rest',
  's3',
  'sftp',
  'webdav',
  'disk',
] as const satisfies (keyof OpenedConnections)[];

/** Where files lie, for a caller who may use it; whoever opens it closes it. `kept`: what comes from there is kept. */
export async function openShelf(
  ctx: Ctx,
  source: string,
  usedBy: UsedBy,
  kept: (shelf: FileShelf) => FileShelf = asItIs,
): Promise<FileShelf> {
  const { kind, client } = await openConnectionOf(ctx, source, shelfKinds, usedBy);
  return kept(shelfOf(kind, client as OpenedConnections[(typeof shelfKinds)[number]]));
}

const asItIs = (shelf: FileShelf): FileShelf => shelf;

/** The files of a connection that was opened. */
export function shelfOf(kind: string, client: OpenedConnections[(typeof shelfKinds)[number]]): FileShelf {
  return within(kind === 's3' ? storeShelf(client as OpenedConnections['s3']) : (client as FileShelf));
}

/** Names lead to nothing but what lies below the place that the connection names. */
function within(shelf: FileShelf): FileShelf {
  const plain = (name: string): string => {
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new ConnectionFailure('connections.test.address', { path: name });
    return name;
  };
  const { write } = shelf;
  return {
    list: () => shelf.list(),
    open: async (name, behind) => shelf.open(plain(name), behind),
    ...(write && { write: async (name, content, facts) => write(plain(name), content, facts) }),
    close: () => shelf.close(),
  };
}

/** A failure of the other side as a refusal with the words that a test would show. */
export function refusedBy(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, data } = failureOf(error);
  return new AppError(code, data);
}

/**
 * Opens what data is read from and written to, for a caller who may use it; whoever opens it closes it. Of files none is read that has
 * more than `most` bytes.
 */
export async function openEndpoint(
  ctx: Ctx,
  source: string,
  usedBy: UsedBy,
  { most, kept = asItIs }: { most?: number | undefined; kept?: ((shelf: FileShelf) => FileShelf) | undefined } = {},
): Promise<Endpoint> {
  const engine = engineOf(ctx.platform, 'etl');
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  if (source === formsSource) return formsEndpoint(ctx, engine, zone);
  const { kind, client } = await openConnectionOf(ctx, source, dataKinds, usedBy);
  switch (kind) {
    case 'postgres':
      return postgresEndpoint(client as OpenedConnections['postgres']);
    case 'mysql':
      return mysqlEndpoint(client as OpenedConnections['mysql']);
    case 'clickhouse':
      return clickhouseEndpoint(client as OpenedConnections['clickhouse']);
    case 'sqlserver':
      return sqlserverEndpoint(client as OpenedConnections['sqlserver']);
    case 's3':
      return filesEndpoint(engine, kept(storeShelf(client as OpenedConnections['s3'])), zone, most);
    default:
      return filesEndpoint(engine, kept(client as FileShelf), zone, most);
  }
}
