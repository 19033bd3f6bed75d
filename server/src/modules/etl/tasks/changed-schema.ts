import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { isSource, type EtlTask, type SourceNode } from '@formwork/contract/etl/task.ts';
import { isTextFile, sourceTable } from '@formwork/etl/graph.ts';
import { quoted, sqlType } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { columnsNow, type Reading } from './sources.ts';

interface Change {
  gone: string[];
  /** Of another type than is known. */
  other: string[];
  added: DataColumn[];
}

export function schemaChanged(node: Pick<SourceNode, 'id' | 'title'>, columns: readonly string[]): AppError {
  return new AppError('etl.run.schema_changed', { node: node.title || node.id, columns: columns.join(', ') });
}

/**
 * A task with what its sources have now, as it says: new columns are taken along, or what has lost a column it knows is refused. Texts
 * tell by their heads when they are read.
 */
export async function withSourcesNow(
  ctx: Ctx,
  task: EtlTask,
  { needed, usedBy }: { needed: (node: SourceNode) => boolean; usedBy: Reading['usedBy'] },
): Promise<EtlTask> {
  if (task.settings.changedSchema === 'ignore') return task;
  const add = task.settings.changedSchema === 'add';
  const nodes = await Promise.all(
    task.nodes.map(async (node) => {
      if (!isSource(node) || !needed(node)) return node;
      if (node.kind === 'fileSource' && (isTextFile(node) ? !add || !node.header : node.connection === null))
        return node;
      const { gone, other, added } = changeOf(node, await columnsNow(ctx, node, usedBy));
      // a text has no types but those it was given
      const lost = isTextFile(node) ? gone : [...gone, ...other];
      if (lost.length > 0) throw schemaChanged(node, lost);
      return add && added.length > 0 ? { ...node, columns: [...node.columns, ...added] } : node;
    }),
  );
  return { ...task, nodes };
}

function changeOf({ columns }: SourceNode, found: readonly DataColumn[]): Change {
  const now = new Map(found.map((column) => [column.name, column]));
  const known = new Set(columns.map(({ name }) => name));
  return {
    gone: columns.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    other: columns.filter(({ name, type }) => now.has(name) && now.get(name)!.type !== type).map(({ name }) => name),
    added: found.filter(({ name }) => !known.has(name)),
  };
}

/** What a task knows and a source has no more is blank. */
export async function fillGone(session: EngineSession, node: SourceNode): Promise<void> {
  const table = quoted(sourceTable(node.id));
  const there = new Set((await session.describe(`select * from ${table}`)).map(({ name }) => name));
  for (const column of node.columns)
    if (!there.has(column.name))
      await session.run(`alter table ${table} add column ${quoted(column.name)} ${sqlType(column)}`);
}
