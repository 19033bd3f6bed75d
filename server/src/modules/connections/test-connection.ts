import type { connectionsApi, TestOutcome } from '@formwork/contract/connections/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { requireConnection, type ConnectionRow } from './access.ts';
import { failureOf } from './failure.ts';
import { openingOf } from './open.ts';
import { requireConnectionKind } from './registry.ts';

/** Tries it outside of any transaction: the other side may take its time. */
export async function testConnection(ctx: Ctx, { params }: InputOf<typeof connectionsApi.test>): Promise<TestOutcome> {
  const { row } = await requireConnection(ctx, params.connectionId, 'use');
  const outcome = await tried(ctx, row);
  const at = new Date();
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .updateTable('connections.connection')
      .set({ state: outcome.state, tested_at: at, test_code: outcome.code, test_data: JSON.stringify(outcome.data) })
      .where('space_id', '=', ctx.spaceId)
      .where('id', '=', row.id)
      // of a connection that was changed meanwhile it says nothing
      .where('version', '=', row.version)
      .execute();
    await record({ ...ctx, tx }, 'connections.connection.tested', {
      id: row.id,
      name: row.name,
      state: outcome.state,
      code: outcome.code,
    });
  });
  return { ...outcome, at: at.toISOString() };
}

async function tried(ctx: Ctx, row: ConnectionRow): Promise<Pick<TestOutcome, 'state' | 'code' | 'data'>> {
  try {
    await requireConnectionKind(ctx.platform, row.kind).test(openingOf(ctx, row));
    return { state: 'works', code: null, data: {} };
  } catch (error) {
    const { code, data } = failureOf(error);
    ctx.platform.log.info({ err: error, connection: row.id, code }, 'a connection was tested and fails');
    return { state: 'fails', code, data };
  }
}
