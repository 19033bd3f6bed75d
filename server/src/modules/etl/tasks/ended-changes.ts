import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedOf } from '../../definitions/public.ts';
import { asSystem } from '../../identity/public.ts';
import { openEndpoint } from '../endpoints/open.ts';
import { brokerPositionOf, type BrokerPosition } from './broker/inbox.ts';
import { endBroker } from './broker/read-broker.ts';
import { positionOf, type ChangePosition } from './changes.ts';

/**
 * A database keeps its log for whoever reads it by changes until it is told that nobody does: when a task goes into the bin, and when it
 * reads another way from a release on.
 */
export const endedChanges: Subscriber = {
  name: 'etl.changes',
  start: 'now',
  types: ['definitions.archived', 'definitions.released'],
  async handle(platform, spaceId, events) {
    for (const { type, data } of events) {
      const { id, kind } = data as { id: string; kind: string };
      if (kind !== 'etl_task') continue;
      const released =
        type === 'definitions.archived' ? undefined : await releasedOf<EtlTask>(platform, spaceId, 'etl_task', id);
      await endUnused(platform, spaceId, id, released?.body);
    }
  },
};

async function endUnused(platform: Platform, spaceId: string, task: string, body: EtlTask | undefined): Promise<void> {
  const checkpoints = `${spaceSchema(spaceId)}.etl_checkpoint`;
  const { rows } = await spaceQuery<{ source: string; position: string }>(platform, {
    text: `select source, position from ${checkpoints} where task = $1 and position like '{%'`,
    values: [task],
  });
  for (const { source, position } of rows) {
    const broker = brokerPositionOf(position);
    if (broker) {
      await endUnusedBroker({ platform, spaceId, task, body }, source, broker);
      continue;
    }
    const place = positionOf(position);
    const node = body?.nodes.find(({ id }) => id === source);
    const used = node?.kind === 'tableSource' && node.changes && node.connection === place?.connection;
    if (!place || used) continue;
    await end(platform, spaceId, task, place);
    await spaceQuery(platform, {
      text: `delete from ${checkpoints} where task = $1 and source = $2`,
      values: [task, source],
    });
  }
}

interface Ending {
  platform: Platform;
  spaceId: string;
  task: string;
  body: EtlTask | undefined;
}

/** A broker keeps what comes for a client that never comes again, and so do we what a run has not taken yet. */
async function endUnusedBroker(
  { platform, spaceId, task, body }: Ending,
  source: string,
  position: BrokerPosition,
): Promise<void> {
  const node = body?.nodes.find(({ id }) => id === source);
  if (node?.kind === 'mqttSource' && node.connection === position.connection) return;
  try {
    await endBroker(asSystem(platform, spaceId, 'a task reads no messages any more'), task, position);
  } catch (error) {
    const { connection, client } = position;
    platform.log.warn({ err: error, spaceId, connection, client }, 'a client of a broker could not be ended');
  }
  for (const table of ['etl_message', 'etl_checkpoint'])
    await spaceQuery(platform, {
      text: `delete from ${spaceSchema(spaceId)}.${table} where task = $1 and source = $2`,
      values: [task, source],
    });
}

/** A database that is away, or a connection that has gone, keeps nobody from going on: what is left there is told to who looks after it. */
async function end(
  platform: Platform,
  spaceId: string,
  task: string,
  { connection, slot }: ChangePosition,
): Promise<void> {
  try {
    const ctx = asSystem(platform, spaceId, 'a task reads no changes any more');
    const endpoint = await openEndpoint(ctx, connection, { kind: 'etl.task', id: task });
    try {
      await endpoint.endChanges?.(slot);
    } finally {
      await endpoint.close();
    }
  } catch (error) {
    platform.log.warn({ err: error, spaceId, connection, slot }, 'a slot of a database could not be ended');
  }
}
