import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../../../../platform/db/space-data.ts';
import type { Ctx } from '../../../../platform/context.ts';
import { z } from 'zod';
import type { MqttMessage } from '../../kinds/mqtt-line.ts';

/** Which messages: those that a source of a task waits for. */
export interface Inbox {
  task: string;
  source: string;
}

/** How far a source of messages was read, and by which client of a broker, so that it can be ended there. */
const BrokerPosition = z.object({ connection: z.uuid(), client: z.string(), filter: z.string(), upTo: z.string() });
export type BrokerPosition = z.infer<typeof BrokerPosition>;

export function brokerPositionOf(text: string | undefined): BrokerPosition | undefined {
  if (!text?.startsWith('{')) return undefined;
  return BrokerPosition.safeParse(JSON.parse(text)).data;
}

export interface KeptMessage {
  n: string;
  topic: string;
  payload: Buffer;
  at: Date;
}

/**
 * Written down before the broker hears that they came. One that it sends again, as the line broke before it had heard, is there already:
 * it has the same number and says the same.
 */
export function keepMessages(ctx: Ctx, { task, source }: Inbox, messages: readonly MqttMessage[]): Promise<void> {
  return inSpace(ctx, async (tx) => {
    const table = `${tx.schema}.etl_message`;
    await tx.query({
      text: `insert into ${table} (task, source, topic, payload, at, packet)
        select $1, $2, m.topic, m.payload, $3, m.packet
        from unnest($4::text[], $5::bytea[], $6::int[], $7::bool[]) with ordinality as m(topic, payload, packet, again, place)
        where not (m.again and exists (select 1 from ${table} k where k.task = $1 and k.source = $2 and k.packet = m.packet
          and k.topic = m.topic and k.payload = m.payload))
        order by m.place`,
      values: [
        task,
        source,
        new Date(),
        // no text of the database holds a null sign
        messages.map(({ topic }) => topic.replaceAll('\0', '\ufffd')),
        messages.map(({ payload }) => payload),
        messages.map(({ packet }) => packet ?? null),
        messages.map(({ again }) => again),
      ],
    });
  });
}

export async function countKept({ platform, spaceId }: Ctx, { task, source }: Inbox): Promise<number> {
  const { rows } = await spaceQuery<{ count: string }>(platform, {
    text: `select count(*) from ${spaceSchema(spaceId)}.etl_message where task = $1 and source = $2`,
    values: [task, source],
  });
  return Number(rows[0]!.count);
}

const batchRows = 1_000;

/** The first of them, in the order in which they came. */
export async function* keptMessages(
  { platform, spaceId }: Ctx,
  { task, source }: Inbox,
  most: number,
): AsyncGenerator<KeptMessage[]> {
  let after = '0';
  for (let left = most; left > 0;) {
    const { rows } = await spaceQuery<KeptMessage>(platform, {
      text: `select n::text, topic, payload, at from ${spaceSchema(spaceId)}.etl_message
        where task = $1 and source = $2 and etl_message.n > $3 order by etl_message.n limit $4`,
      values: [task, source, after, Math.min(left, batchRows)],
    });
    if (rows.length === 0) return;
    yield rows;
    left -= rows.length;
    after = rows.at(-1)!.n;
  }
}

/** What arrived at every target goes, together with the checkpoint that says so. */
export async function forgetRead(tx: SpaceTx, { task, source, position }: Inbox & { position: string }): Promise<void> {
  const place = brokerPositionOf(position);
  if (!place) return;
  await tx.query({
    text: `delete from ${tx.schema}.etl_message where task = $1 and source = $2 and n <= $3`,
    values: [task, source, place.upTo],
  });
}
