import type { SourceNode } from '@formwork/contract/etl/task.ts';
import { sourceTable } from '@formwork/etl/graph.ts';
import { quoted, sqlType } from '@formwork/etl/sql.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';

export function schemaChanged(node: Pick<SourceNode, 'id' | 'title'>, columns: readonly string[]): AppError {
  return new AppError('etl.run.schema_changed', { node: node.title || node.id, columns: columns.join(', ') });
}

/** What a task knows and a source has no more is blank. */
export async function fillGone(session: EngineSession, node: SourceNode): Promise<void> {
  const table = quoted(sourceTable(node.id));
  const there = new Set((await session.describe(`select * from ${table}`)).map(({ name }) => name));
  for (const column of node.columns)
    if (!there.has(column.name))
      await session.run(`alter table ${table} add column ${quoted(column.name)} ${sqlType(column)}`);
}
