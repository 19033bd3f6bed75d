import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { knowTask } from '@formwork/etl/graph.ts';
import type { AssetFacts, AssetSource } from '../../../platform/assets.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { definitionAssets, releasedIds, releasedOf } from '../../definitions/public.ts';
import { fileEndings } from '../tasks/file-name.ts';
import { fileRef } from './file-ref.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

const taskOf = (ref: string): string => ref.split('/')[0]!;

/** Files that tasks write, as their releases say: where rows lie between a task and whoever reads what it made. */
export const fileAssets: AssetSource = {
  kinds: ['file'],
  changed: (event) =>
    definitionAssets.changed!(event)?.flatMap(({ kind, id }) => (kind === 'etl_task' ? [{ kind: 'file', id }] : [])),
  async list({ platform, spaceId }) {
    const ids = await releasedIds(platform, spaceId, 'etl_task');
    return ids.map((id) => ({ kind: 'file', id }));
  },
  async describe({ platform, spaceId }, _kind, ids) {
    const facts: AssetFacts[] = [];
    for (const task of new Set(ids.map(taskOf))) {
      const [about] = (await definitionAssets.describe!({ platform, spaceId }, 'etl_task', [task])) ?? [];
      const released = about && (await releasedOf<EtlTask>(platform, spaceId, 'etl_task', task));
      if (!about || !released) continue;
      const known = knowTask(released.body);
      for (const node of released.body.nodes) {
        if (node.kind !== 'fileTarget') continue;
        const id = fileRef(task, node.id);
        facts.push({
          kind: 'file',
          id,
          guard: task,
          title: { zh: `${node.name || node.title || node.id}.${fileEndings[node.format]}` },
          place: about.title,
          address: { kind: 'etl_task', id: task, appId: null },
          owner: about.owner,
          release: about.release,
          columns: (known.get(node.id)?.columns ?? []).map(({ name, title, type }) => ({
            key: name,
            title: { zh: title ?? name },
            type,
          })),
          reads: [],
        });
      }
    }
    return facts;
  },
  // whoever sees the task sees its files
  seen: () => Promise.resolve(new Map()),
  seenAs: { file: 'etl_task' },
};

/** What runs of a task put into the file of a node, all of it together. */
export async function filesWritten(
  where: Where,
  ref: string,
): Promise<{ size: number; oldest: Date | null; newest: Date | null }> {
  const from = reader(where);
  const [task, node] = ref.split('/');
  const { rows } = await from.query<{ size: string; oldest: Date | null; newest: Date | null }>({
    text: `select coalesce(sum(f.size), 0)::text as size, min(coalesce(r.finished, r.at)) as oldest, max(coalesce(r.finished, r.at)) as newest
      from ${from.schema}.etl_file f join ${from.schema}.run r on r.id = f.run where r.kind = 'etl.task' and r.definition = $1 and f.node = $2`,
    values: [task, node],
  });
  const { size, oldest, newest } = rows[0]!;
  return { size: Number(size), oldest, newest };
}
