import { joinedColumn } from '@formwork/contract/analytics/dataset.ts';
import { mostLooked, type setsApi } from '@formwork/contract/analytics/set-api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { doubleQuoted } from '../../etl/public.ts';
import type { Readings } from '../source-types.ts';
import { joinedFrom, partsOf, type JoinSource } from './joined-rows.ts';

const memoryMb = 384;

/** The first joined rows as the caller sees them, and which parts come several times to one row. */
export async function lookAtJoin(
  ctx: Ctx,
  source: JoinSource,
  read: Readings,
): Promise<ResponseOf<typeof setsApi.look>> {
  const parts = await partsOf(ctx, source, read);
  const columns = parts.flatMap((part) => part.columns);
  const timeZone = zoneOf(ctx.platform, ctx.spaceId);
  const session = await engineOf(ctx.platform, 'analytics').open({ timeZone, memoryMb });
  try {
    for (const part of parts) await part.fill(session);
    const shown = columns.map(({ name }) => `${doubleQuoted(name)}::VARCHAR`).join(', ');
    const { rows } = await session.query(`select ${shown} ${joinedFrom(source, parts)} limit ${mostLooked + 1}`, {
      rows: mostLooked + 1,
      bytes: 16 * 1024 * 1024,
      ms: 60_000,
    });
    const multiplies: string[] = [];
    for (const { as, on } of source.joins) {
      const keys = on.map(({ field }) => doubleQuoted(joinedColumn(as, field)));
      const filled = keys.map((key) => `${key} is not null`).join(' and ');
      const twice = await session.query(
        `select 1 from ${doubleQuoted(as)} where ${filled} group by ${keys.join(', ')} having count(*) > 1 limit 1`,
      );
      if (twice.rows.length > 0) multiplies.push(parts.find((part) => part.as === as)!.title);
    }
    return {
      columns,
      rows: rows.slice(0, mostLooked).map((row) => [...row]),
      cut: rows.length > mostLooked,
      multiplies,
    };
  } finally {
    await session.close();
  }
}
