import type { FlowStart } from '@formwork/contract/rules/flow.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface NamedStart {
  flow: string;
  part: string;
}

/** In the transaction of a release: from its commit on these start the flow. */
export async function putStarts({ tx, spaceId }: TxCtx, flow: string, starts: readonly FlowStart[]): Promise<void> {
  await tx.deleteFrom('orchestration.start').where('space_id', '=', spaceId).where('flow', '=', flow).execute();
  // an address from outside names its flow, nobody looks for it here
  const rows = starts.flatMap((start) =>
    start.on === 'webhook' ? [] : [{ space_id: spaceId, flow, part: start.id, kind: start.on, name: nameOf(start) }],
  );
  if (rows.length === 0) return;
  await tx.insertInto('orchestration.start').values(rows).execute();
}

function nameOf(start: Exclude<FlowStart, { on: 'webhook' }>): string {
  switch (start.on) {
    case 'trigger':
      return start.trigger;
    case 'call':
      return start.key;
    case 'message':
      return start.name;
    case 'button':
    case 'date':
      return start.form;
  }
}

/** Which flows something starts. Nobody's rights are asked, nor whether they are switched on. */
export function startsNamed(
  platform: Platform,
  spaceId: string,
  kind: Exclude<FlowStart['on'], 'webhook'>,
  names: readonly string[],
): Promise<(NamedStart & { name: string })[]> {
  if (names.length === 0) return Promise.resolve([]);
  return inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('orchestration.start')
      .select(['flow', 'part', 'name'])
      .where('space_id', '=', spaceId)
      .where('kind', '=', kind)
      .where('name', 'in', [...names])
      .orderBy('flow')
      .execute(),
  );
}

/** Starts by dates of records. Nobody's rights are asked, nor whether they are switched on. */
export function dateStarts(platform: Platform, spaceId: string): Promise<NamedStart[]> {
  return inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('orchestration.start')
      .select(['flow', 'part'])
      .where('space_id', '=', spaceId)
      .where('kind', '=', 'date')
      .orderBy('flow')
      .orderBy('part')
      .execute(),
  );
}

/** Keys by which flows of the space are called. Nobody's rights are asked. */
export function callKeys(platform: Platform, spaceId: string): Promise<{ flow: string; name: string }[]> {
  return inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('orchestration.start')
      .select(['flow', 'name'])
      .where('space_id', '=', spaceId)
      .where('kind', '=', 'call')
      .orderBy('name')
      .limit(500)
      .execute(),
  );
}
