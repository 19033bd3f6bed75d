import { noteUseOf, tablesOf } from '../../../platform/assets.ts';
import type { Ctx } from '../../../platform/context.ts';
import { sqlLineage } from '../../../platform/sql/lineage.ts';
import { tableId } from '../../../platform/sql/shape.ts';
import { formsSource } from '../endpoints/open.ts';

/** Whoever reads a table in the explorer uses the asset that it is. */
export function noteTable(ctx: Ctx, source: string, table: { schema: string; name: string }, ms: number): void {
  if (source === formsSource) noteUseOf(ctx, 'form', table.name, ms);
  else noteUseOf(ctx, 'table', tableId(source, table.schema, table.name), ms);
}

/** Tables that a statement names, each with all of its time; one that cannot be read names none. */
export function noteStatement(ctx: Ctx, source: string, sql: string, ms: number): void {
  // the answer does not wait for it
  void (async () => {
    const { tables } = await sqlLineage(sql, await tablesOf(ctx, source));
    for (const { schema, name } of tables) noteTable(ctx, source, { schema, name }, ms);
  })().catch((error: unknown) => ctx.platform.log.warn({ err: error }, 'a use of tables was not counted'));
}
