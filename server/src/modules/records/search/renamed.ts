import type { LoggedEvent } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { forgetDirectory } from '../../organization/public.ts';
import { releasedFormIds } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { indexRecords } from './index-records.ts';
import { planOrNone } from './plan-or-none.ts';

/** Events that may give a person or a department another name. */
export const renamingTypes = ['identity.membership.changed', 'organization.department.changed'];

/** Records that name whoever has another name now are found by it. */
export async function indexRenamed(platform: Platform, spaceId: string, events: readonly LoggedEvent[]): Promise<void> {
  const ids = [
    ...new Set(
      events.flatMap(({ type, data }) =>
        renamingTypes.includes(type) && typeof data.name === 'string' && typeof data.id === 'string' ? [data.id] : [],
      ),
    ),
  ];
  if (ids.length === 0) return;
  // the message of the change may come later than its event
  forgetDirectory(platform, spaceId, { all: true });
  for (const formId of await releasedFormIds(platform, spaceId)) {
    const plan = await planOrNone({ platform, spaceId }, formId);
    if (!plan) continue;
    const parts = [
      naming(plan.table, 'id', plan.own),
      ...plan.slaves.map(({ table, columns }) => naming(table, 'record_id', columns)),
    ].filter((part) => part !== undefined);
    if (parts.length === 0) continue;
    const { rows } = await spaceQuery<{ id: string }>(platform, { text: parts.join(' union '), values: [ids] });
    if (rows.length > 0)
      await indexRecords(
        { platform, spaceId },
        plan,
        rows.map(({ id }) => id),
      );
  }
}

function naming(table: string, id: string, columns: readonly PlanColumn[]): string | undefined {
  const own = columns.filter(({ kind }) => kind === 'people' || kind === 'departments');
  return own.length === 0
    ? undefined
    : `select ${id} as id from ${table} where ${own.map(({ sql }) => `${sql}::text[] && $1::text[]`).join(' or ')}`;
}
