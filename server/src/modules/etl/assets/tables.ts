import { seesNone, type AssetFacts, type AssetSource, type Seen } from '../../../platform/assets.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { TableInfo } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { tableId } from '../../../platform/sql/shape.ts';
import { requireUsable, seenConnections, usableConnections } from '../../connections/public.ts';
import { dataKinds, openEndpoint } from '../endpoints/open.ts';

const mostTables = 20_000;

type Connection = { id: string; name: string };

/** A table as assets know it. */
function factsOf({ id, name }: Connection, table: TableInfo, columns: readonly DataColumn[]): AssetFacts {
  const ref = tableId(id, table.schema, table.name);
  return {
    kind: 'table',
    id: ref,
    guard: id,
    title: { zh: table.name },
    place: { zh: [name, table.schema].filter(Boolean).join(' / ') },
    address: { kind: 'table', id: ref, appId: null },
    owner: null,
    release: '',
    columns: columns.map((column) => ({
      key: column.name,
      title: { zh: column.title ?? column.name },
      type: column.native ?? column.type,
    })),
    reads: [],
    facts: {
      schema: table.schema,
      name: table.name,
      ...(table.rows !== null && { rows: table.rows }),
      ...(table.bytes !== null && { bytes: table.bytes }),
    },
  };
}

/** One table as it is over there now, with the rights of the caller; undefined where there is none. */
export async function lookAtTable(
  ctx: Ctx,
  connection: string,
  schema: string,
  name: string,
): Promise<AssetFacts | undefined> {
  const { name: called } = await requireUsable(ctx, connection);
  const endpoint = await openEndpoint(ctx, connection, { kind: 'assets.harvest', id: connection });
  try {
    const table = (await endpoint.tables(schema, name)).find((one) => one.name === name);
    return table && factsOf({ id: connection, name: called }, table, await endpoint.columns(table));
  } finally {
    await endpoint.close();
  }
}

/** Tables, views and files of connections: they are found by looking there, with the rights of who looks. */
export const tableAssets: AssetSource = {
  kinds: ['table'],
  async *harvest(ctx) {
    const connections = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      usableConnections({ ...ctx, tx }, dataKinds),
    );
    for (const { id, name } of connections) {
      const facts: AssetFacts[] = [];
      try {
        const endpoint = await openEndpoint(ctx, id, { kind: 'assets.harvest', id });
        try {
          for (const schema of await endpoint.schemas())
            for (const table of await endpoint.tables(schema)) {
              if (facts.length >= mostTables) break;
              facts.push(factsOf({ id, name }, table, await endpoint.columns(table)));
            }
        } finally {
          await endpoint.close();
        }
        yield { kind: 'table', guard: id, facts };
      } catch (error) {
        // one that cannot be reached says nothing of its tables
        yield {
          kind: 'table',
          guard: id,
          facts: [],
          failed: error instanceof AppError ? error.code : 'platform.internal',
        };
      }
    }
  },
  async seen(ctx) {
    if (ctx.user.system) return new Map<string, Seen>([['table', { except: new Set() }]]);
    const seen = await seenConnections(ctx);
    return new Map<string, Seen>([['table', seen.size === 0 ? seesNone : { only: seen }]]);
  },
};
