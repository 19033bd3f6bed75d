import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Settings } from './tables.ts';

/** Those of the named settings that somebody has set. */
export async function readSettings<Name extends keyof Settings>(
  tx: ControlTx,
  spaceId: string,
  names: readonly Name[],
): Promise<Partial<Pick<Settings, Name>>> {
  const rows = await tx
    .selectFrom('enterprise.setting')
    .select(['name', 'value'])
    .where('space_id', '=', spaceId)
    .where('name', 'in', names)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.value])) as Partial<Pick<Settings, Name>>;
}

/** The event carries the value before and after: settings are few and small. */
export async function writeSetting<Name extends keyof Settings>(
  ctx: TxCtx,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  const before = (await readSettings(ctx.tx, ctx.spaceId, [name]))[name];
  const row = { value: JSON.stringify(value), changed_by: ctx.user.id };
  await ctx.tx
    .insertInto('enterprise.setting')
    .values({ space_id: ctx.spaceId, name, ...row })
    .onConflict((on) => on.columns(['space_id', 'name']).doUpdateSet({ ...row, changed_at: sql<Date>`now()` }))
    .execute();
  await record(ctx, `enterprise.${name}.changed`, { before: before ?? null, after: value });
}
