import { createHash } from 'node:crypto';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { payloadColumn, receivedColumn, topicColumn, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { flawColumn, lineColumn } from '@formwork/etl/graph.ts';
import type { Ctx } from '../../../../platform/context.ts';
import type { RowStream } from '../../../../platform/engine/port.ts';
import { streamOf } from '../../../../platform/engine/rows.ts';
import { errorText } from '../../../../platform/error-texts.ts';
import { invalid } from '../../../../platform/errors.ts';
import { openConnectionOf } from '../../../connections/public.ts';
import { refusedBy } from '../../endpoints/open.ts';
import type { MqttBroker } from '../../kinds/mqtt.ts';
import type { MqttLine } from '../../kinds/mqtt-line.ts';
import { FoundColumns } from '../messages/message-columns.ts';
import { textOfValue } from '../messages/message.ts';
import type { Reading } from '../sources.ts';
import {
  brokerPositionOf,
  countKept,
  keepMessages,
  keptMessages,
  type BrokerPosition,
  type KeptMessage,
} from './inbox.ts';

type Node = TaskNodeOf<'mqttSource'>;

/** A look waits for no more, and no longer. */
const look = { messages: 500, quietMs: 2_000, longestMs: 6_000 };

/**
 * What waits at a broker for a task, and what comes until it is quiet. A broker sends no more than a few messages that nobody has
 * acknowledged, so they are written down here before it hears that they came, and stay until a run that read them has ended well.
 */
export async function readBroker(ctx: Ctx, node: Node, reading: Reading): Promise<RowStream> {
  const { run, limit, usedBy, after, moved, signal } = reading;
  if (run === undefined) {
    const seen = await lookAtMessages(ctx, node, { usedBy, signal });
    return rowsOf(ctx, node, [seen].values() as Iterable<KeptMessage[]>, limit);
  }
  const inbox = { task: usedBy.id, source: node.id };
  const client = clientOf(ctx.spaceId, usedBy.id, node.id);
  const before = brokerPositionOf(after);
  await withLine(ctx, node, { usedBy, signal, client }, async (line) => {
    const isSame = before?.client === client && before.filter === node.topic && before.connection === node.connection;
    if (line.known && before && before.filter !== node.topic) await line.unsubscribe(before.filter);
    // asked anew, a broker sends what it retains once more
    if (!line.known || !isSame) await line.subscribe(node.topic, 1);
    const most = node.most - (await countKept(ctx, inbox));
    for await (const came of comingMessages(line, { most, quiet: node.quiet }, signal)) {
      await keepMessages(ctx, inbox, came);
      line.acknowledge(came);
    }
    // what is forgotten after the run would be new to the next one
    await line.settled();
  });
  async function* kept(): AsyncGenerator<KeptMessage[]> {
    let upTo: string | undefined;
    for await (const messages of keptMessages(ctx, inbox, node.most)) {
      upTo = messages.at(-1)!.n;
      yield messages;
    }
    const place = { connection: node.connection!, client, filter: node.topic, upTo: upTo ?? before?.upTo ?? '0' };
    moved?.(JSON.stringify(place satisfies BrokerPosition));
  }
  return rowsOf(ctx, node, kept(), undefined);
}

/** What comes until it is quiet or there are enough. Where it is never quiet it ends as well: what comes later is for the next run. */
export async function* comingMessages(
  line: Pick<MqttLine, 'messages'>,
  { most, quiet }: { most: number; quiet: number },
  signal?: AbortSignal,
): AsyncGenerator<Awaited<ReturnType<MqttLine['messages']>>> {
  const until = Date.now() + Math.max(60, quiet * 10) * 1_000;
  for (let left = most; left > 0 && Date.now() < until;) {
    const came = await line.messages(quiet * 1_000, signal);
    if (came.length === 0) return;
    yield came;
    left -= came.length;
  }
}

/** The columns that messages have which come just now. */
export async function brokerColumns(ctx: Ctx, node: Node, reading: Asked): Promise<DataColumn[]> {
  const own: DataColumn[] = [
    { name: topicColumn, type: 'text', nullable: false },
    { name: receivedColumn, type: 'timestamptz', nullable: false },
  ];
  if (node.payload === 'text') return [...own, { name: payloadColumn, type: 'text', nullable: true }];
  const found = new FoundColumns();
  for (const { payload } of await lookAtMessages(ctx, node, reading))
    for (const one of objectsIn(payload) ?? []) found.take(one);
  const columns = found.columns().filter(({ name }) => name !== topicColumn && name !== receivedColumn);
  // while nothing comes, what is known stays
  return columns.length === 0 && node.columns.length > 0 ? node.columns : [...own, ...columns];
}

/** Over there nothing is kept any more for a task that reads no messages. */
export const endBroker = (ctx: Ctx, task: string, { connection, client }: BrokerPosition): Promise<void> =>
  withBroker(ctx, { connection }, { usedBy: { kind: 'etl.task', id: task } }, (broker) => broker.forget(client));

/** What comes while somebody looks, to a client of its own: nothing is taken from the task. */
function lookAtMessages(ctx: Ctx, node: Node, { usedBy, signal }: Asked): Promise<KeptMessage[]> {
  return withLine(ctx, node, { usedBy, signal }, async (line) => {
    await line.subscribe(node.topic, 0);
    const seen: KeptMessage[] = [];
    const until = Date.now() + look.longestMs;
    while (seen.length < look.messages && Date.now() < until) {
      const came = await line.messages(look.quietMs, signal);
      if (came.length === 0) break;
      for (const { topic, payload } of came) seen.push({ n: String(seen.length + 1), topic, payload, at: new Date() });
    }
    return seen;
  });
}

const withLine = <T>(
  ctx: Ctx,
  node: Node,
  { client, ...asked }: Asked & { client?: string },
  work: (line: MqttLine) => Promise<T>,
): Promise<T> =>
  withBroker(ctx, node, asked, async (broker) => {
    const line = await broker.line(client);
    try {
      return await work(line);
    } finally {
      await line.close();
    }
  });

type Asked = Pick<Reading, 'usedBy' | 'signal'>;

async function withBroker<T>(
  ctx: Ctx,
  { connection }: Pick<Node, 'connection'>,
  { usedBy, signal }: Asked,
  work: (broker: MqttBroker) => Promise<T>,
): Promise<T> {
  if (connection === null) throw invalid('etl.problem.source_blank');
  const { client } = await openConnectionOf(ctx, connection, ['mqtt'], usedBy);
  const broker = client as MqttBroker;
  try {
    return await work(broker);
  } catch (error) {
    signal?.throwIfAborted();
    throw refusedBy(error);
  } finally {
    await broker.close();
  }
}

/** Older brokers take no name of more than 23 signs. */
function clientOf(space: string, task: string, node: string): string {
  return `fw${createHash('sha256')
    .update(JSON.stringify([space, task, node]))
    .digest('hex')
    .slice(0, 20)}`;
}

function rowsOf(
  { locale }: Ctx,
  { columns, payload: shape }: Node,
  messages: AsyncIterable<KeptMessage[]> | Iterable<KeptMessage[]>,
  limit = Infinity,
): RowStream {
  const isJson = columns.map(({ type }) => type === 'json' || type === 'list');
  let line = 0;
  const rowsIn = ({ topic, payload, at }: KeptMessage): (string | null)[][] => {
    line += 1;
    const text = payload.toString().replaceAll('\0', '\ufffd');
    const own = new Map([
      [topicColumn, topic],
      [receivedColumn, at.toISOString()],
      ...(shape === 'text' ? [[payloadColumn, text] as const] : []),
    ]);
    const rowOf = (data: Record<string, unknown>, flaw: string | null) => [
      ...columns.map(({ name }, place) => own.get(name) ?? textOfValue(data[name], isJson[place]!)),
      flaw,
      String(line),
    ];
    if (shape === 'text') return [rowOf({}, null)];
    const objects = objectsIn(payload);
    if (objects) return objects.map((one) => rowOf(one, null));
    return [rowOf({}, errorText(locale, 'etl.row.no_json', { text: text.slice(0, 200) }))];
  };
  async function* batches(): AsyncGenerator<(string | null)[][]> {
    let left = limit;
    for await (const some of messages) {
      const rows = some.flatMap(rowsIn);
      yield rows.slice(0, left);
      if ((left -= rows.length) <= 0) return;
    }
  }
  return {
    columns: [
      ...columns.map(({ name }): DataColumn => ({ name, type: 'text', nullable: true })),
      { name: flawColumn, type: 'text', nullable: true },
      { name: lineColumn, type: 'integer', nullable: false },
    ],
    bytes: streamOf(batches()),
  };
}

/** An object, or a list of them; undefined for anything else. */
function objectsIn(payload: Buffer): Record<string, unknown>[] | undefined {
  try {
    const value = JSON.parse(payload.toString()) as unknown;
    const all = Array.isArray(value) ? value : [value];
    const isPlain = all.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    return isPlain ? (all as Record<string, unknown>[]) : undefined;
  } catch {
    return undefined;
  }
}
