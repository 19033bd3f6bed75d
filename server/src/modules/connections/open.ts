import type { Opening } from '../../platform/connection-kind.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { requireConnection, type ConnectionRow } from './access.ts';
import { failureOf } from './failure.ts';
import type { HttpClient } from './kinds/http.ts';
import type { Mailer } from './kinds/smtp.ts';
import type { ObjectStore } from './kinds/s3.ts';
import type { MysqlClient } from './kinds/mysql.ts';
import type { PostgresClient } from './kinds/postgres.ts';
import type { Webhook } from './kinds/webhook.ts';
import { requireConnectionKind } from './registry.ts';
import { openSecrets } from './values.ts';

/** What each kind opens; modules that bring kinds add theirs by declaration merging. */
export interface OpenedConnections {
  http: HttpClient;
  smtp: Mailer;
  s3: ObjectStore;
  webhook: Webhook;
  postgres: PostgresClient;
  mysql: MysqlClient;
}

/** Who uses it, for the trail: a kind of definition or run, and its id. */
export interface UsedBy {
  kind: string;
  id: string;
}

/**
 * Opens a connection of whatever kind, by what its kind is; whoever closes it is who opened it.
 */
export async function openConnectionOf(
  ctx: Ctx,
  id: string,
  kinds: readonly (keyof OpenedConnections)[],
  usedBy: UsedBy,
): Promise<{ kind: keyof OpenedConnections; name: string; client: OpenedConnections[keyof OpenedConnections] }> {
  const row = await rowToUse(ctx, id, kinds, usedBy);
  return { kind: row.kind as keyof OpenedConnections, name: row.name, client: (await openedBy(ctx, row)) as never };
}

/**
 * Opens a connection for a caller who may use it (level `use`); the trail has who used it for what. Whoever opens it closes it.
 * What fails is refused with the code that a test would show.
 */
export async function openConnection<K extends keyof OpenedConnections>(
  ctx: Ctx,
  id: string,
  kinds: readonly K[],
  usedBy: UsedBy,
): Promise<OpenedConnections[K]> {
  return (await openedBy(ctx, await rowToUse(ctx, id, kinds, usedBy))) as OpenedConnections[K];
}

function rowToUse(ctx: Ctx, id: string, kinds: readonly string[], usedBy: UsedBy): Promise<ConnectionRow> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { row: found } = await requireConnection({ ...ctx, tx }, id, 'use');
    if (!kinds.includes(found.kind)) throw conflict('connections.connection.other_kind', { kind: found.kind });
    await record({ ...ctx, tx }, 'connections.connection.used', { id, name: found.name, kind: found.kind, by: usedBy });
    return found;
  });
}

async function openedBy(ctx: Ctx, row: ConnectionRow): Promise<unknown> {
  try {
    return await requireConnectionKind(ctx.platform, row.kind).open(openingOf(ctx, row));
  } catch (error) {
    const { code, data } = failureOf(error);
    throw new AppError(code, data);
  }
}

export function openingOf(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  row: ConnectionRow,
): Opening<unknown, Record<string, string>> {
  return {
    platform: ctx.platform,
    spaceId: ctx.spaceId,
    id: row.id,
    version: row.version,
    settings: row.settings,
    secrets: openSecrets(ctx, row),
  };
}
