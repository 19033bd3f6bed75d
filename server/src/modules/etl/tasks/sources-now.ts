import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { isSource, type EtlTask, type SourceNode } from '@formwork/contract/etl/task.ts';
import { comesAsTexts } from '@formwork/etl/graph.ts';
import type { Ctx } from '../../../platform/context.ts';
import { schemaChanged } from './changed-schema.ts';
import { columnsNow, type Reading } from './sources.ts';

/**
 * A task with what its sources have now, as it says: new columns are taken along, or what has lost a column it knows is refused. Texts
 * tell by their heads when they are read.
 */
export async function withSourcesNow(
  ctx: Ctx,
  task: EtlTask,
  { needed, ...reading }: { needed: (node: SourceNode) => boolean } & Pick<Reading, 'usedBy' | 'signal' | 'kept'>,
): Promise<EtlTask> {
  if (task.settings.changedSchema === 'ignore') return task;
  const add = task.settings.changedSchema === 'add';
  const nodes = await Promise.all(
    task.nodes.map(async (node) => {
      if (!isSource(node) || !needed(node)) return node;
      // messages come when they come
      if (node.kind === 'mqttSource') return node;
      if (node.kind === 'fileSource' && (comesAsTexts(node) ? !add || !node.header : node.connection === null))
        return node;
      const { gone, other, added } = changeOf(node, await columnsNow(ctx, node, reading));
      // a text has no types but those it was given
      const lost = comesAsTexts(node) ? gone : [...gone, ...other];
      if (lost.length > 0) throw schemaChanged(node, lost);
      return add && added.length > 0 ? { ...node, columns: [...node.columns, ...added] } : node;
    }),
  );
  return { ...task, nodes };
}

interface Change {
  gone: string[];
  /** Of another type than is known. */
  other: string[];
  added: DataColumn[];
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
