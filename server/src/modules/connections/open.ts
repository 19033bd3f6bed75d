import type { Opening } from '../../platform/connection-kind.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { recordMany } from '../../platform/events/events.ts';
import { gatheredBySpace, type Outcome } from '../../platform/gathered.ts';
import { connectionRows, requireRow, type ConnectionRow } from './access.ts';
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

interface Use {
  ctx: Ctx;
  id: string;
  kinds: readonly string[];
  usedBy: UsedBy;
}

const rowToUse = (ctx: Ctx, id: string, kinds: readonly string[], usedBy: UsedBy): Promise<ConnectionRow> =>
  rowsToUse({ ctx, id, kinds, usedBy });

/** Those who call at the same time, as the runs of a flow do, share a transaction and the statement that tells of it. */
const rowsToUse = gatheredBySpace<Use, ConnectionRow>(
  ({ ctx }) => ctx,
  (uses) => {
    const { platform, spaceId } = uses[0]!.ctx;
    return inControl(platform.control, spaceId, async (tx) => {
      const outcomes = await eachToUse(tx, uses);
      await recordMany(
        tx,
        uses.flatMap(({ ctx, id, usedBy: by }, index) => {
          const outcome = outcomes[index]!;
          if ('error' in outcome) return [];
          const { name, kind } = outcome.value;
          return [{ ctx, type: 'connections.connection.used', data: { id, name, kind, by } }];
        }),
      );
      return outcomes;
    });
  },
);

async function eachToUse(tx: ControlTx, uses: readonly Use[]): Promise<Outcome<ConnectionRow>[]> {
  const outcomes: Outcome<ConnectionRow>[] = [];
  const known = await connectionRows({ ...uses[0]!.ctx, tx }, [...new Set(uses.map(({ id }) => id))]);
  for (const { ctx, id, kinds } of uses)
    try {
      const { row } = await requireRow({ ...ctx, tx }, known.get(id), 'use');
      if (!kinds.includes(row.kind)) throw conflict('connections.connection.other_kind', { kind: row.kind });
      outcomes.push({ value: row });
    } catch (error) {
      outcomes.push({ error });
    }
  return outcomes;
}

async function openedBy(ctx: Ctx, row: ConnectionRow): Promise<unknown> {
  try {
    return await requireConnectionKind(ctx.platform, row.kind).open(openingOf(ctx, row));
  } catch (error) {
    const { code, data } = failureOf(error);
    // whoever reads of it later may use several
    throw new AppError(code, { ...data, connection: row.name });
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
