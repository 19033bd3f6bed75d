import { EventEmitter, once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate, parser, type IConnackPacket, type IPublishPacket, type Packet } from 'mqtt-packet';
import { ConnectionFailure } from '../../connections/public.ts';

export interface MqttMessage {
  topic: string;
  payload: Buffer;
  /** By which it is acknowledged; undefined where the broker waits for nothing. */
  packet: number | undefined;
  /** It may have come before. */
  again: boolean;
}

/**
 * A line to a broker (MQTT 3.1.1). Nothing is acknowledged by itself, which is why it is our own: what came is safe only where it was
 * written down, and many are written down together.
 */
export interface MqttLine {
  /** The broker knew this client, with what it has subscribed to and what waits for it. */
  known: boolean;
  subscribe(filter: string, qos: 0 | 1): Promise<void>;
  unsubscribe(filter: string): Promise<void>;
  /** What has come, at least one; nothing where none came for so long. */
  messages(quietMs: number, signal?: AbortSignal): Promise<MqttMessage[]>;
  acknowledge(messages: readonly MqttMessage[]): void;
  /** The broker has heard what was sent until now: what it did not hear of it sends again. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface LineOptions {
  clientId: string;
  /** The broker keeps what comes while nobody is connected. */
  lasting: boolean;
  user?: string | undefined;
  password?: string | undefined;
}

const patienceMs = 15_000;
const keepAliveSeconds = 30;
/** A broker closes a line that said farewell. */
const farewellMs = 2_000;

export async function openMqttLine(socket: Socket, options: LineOptions): Promise<MqttLine> {
  const { clientId, lasting, user, password } = options;
  const told = new EventEmitter();
  const answers = new Map<string, (packet: Packet) => void>();
  let waiting: MqttMessage[] = [];
  let broken: Error | undefined;
  let number = 0;
  let pings = 0;

  const end = (error: Error): void => {
    broken ??= error;
    told.emit('news');
    for (const cancel of answers.values()) cancel({ cmd: 'disconnect' });
  };
  const packets = parser({ protocolVersion: 4 });
  packets.on('packet', (packet) => {
    if (packet.cmd === 'publish') {
      waiting.push(messageOf(packet));
      told.emit('news');
    } else if (packet.cmd === 'pingresp' && (pings -= 1) > 0) return;
    else answers.get(nameOf(packet))?.(packet);
  });
  packets.on('error', end);
  socket.on('data', (bytes: Buffer) => packets.parse(bytes));
  socket.on('error', end);
  socket.on('close', () => end(new ConnectionFailure('connections.test.closed')));

  const requireWhole = (): void => {
    if (broken) throw broken;
  };
  const send = (packet: Packet): void => void socket.write(generate(packet));
  const asked = async (packet: Packet, answer: string): Promise<Packet> => {
    requireWhole();
    let patience: NodeJS.Timeout | undefined;
    try {
      const came = await new Promise<Packet>((resolve, reject) => {
        answers.set(answer, resolve);
        patience = setTimeout(() => reject(new ConnectionFailure('connections.test.time')), patienceMs);
        send(packet);
      });
      requireWhole();
      return came;
    } finally {
      clearTimeout(patience);
      answers.delete(answer);
    }
  };

  const welcome = (await asked(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId,
      clean: !lasting,
      keepalive: keepAliveSeconds,
      ...(user !== undefined && { username: user, password: Buffer.from(password ?? '') }),
    },
    'connack',
  ).catch((error: unknown) => {
    socket.destroy();
    throw error;
  })) as IConnackPacket;
  if (welcome.returnCode !== 0) {
    socket.destroy();
    throw refusal(welcome.returnCode ?? 0);
  }
  const alive = setInterval(
    () => {
      pings += 1;
      send({ cmd: 'pingreq' });
    },
    (keepAliveSeconds * 1_000) / 2,
  );
  alive.unref();
  const numbered = (): number => (number = (number % 65_535) + 1);

  return {
    known: welcome.sessionPresent,
    async subscribe(filter, qos) {
      const messageId = numbered();
      const subscriptions = [{ topic: filter, qos }];
      const answer = await asked({ cmd: 'subscribe', messageId, subscriptions }, `suback ${messageId}`);
      const [granted] = (answer as { granted?: number[] }).granted ?? [];
      if (granted === undefined || granted >= 128)
        throw new ConnectionFailure('connections.test.rights', { message: filter });
    },
    async unsubscribe(filter) {
      const messageId = numbered();
      await asked({ cmd: 'unsubscribe', messageId, unsubscriptions: [filter] }, `unsuback ${messageId}`);
    },
    async messages(quietMs, signal) {
      const quiet = AbortSignal.timeout(quietMs);
      const until = signal ? AbortSignal.any([quiet, signal]) : quiet;
      while (waiting.length === 0 && !broken && !until.aborted)
        await once(told, 'news', { signal: until }).catch(() => {});
      signal?.throwIfAborted();
      if (waiting.length === 0) requireWhole();
      const came = waiting;
      waiting = [];
      return came;
    },
    acknowledge(messages) {
      for (const { packet } of messages) if (packet !== undefined) send({ cmd: 'puback', messageId: packet });
    },
    async settled() {
      pings += 1;
      await asked({ cmd: 'pingreq' }, 'pingresp');
    },
    async close() {
      clearInterval(alive);
      if (!socket.destroyed) {
        send({ cmd: 'disconnect' });
        socket.end();
        // one that is destroyed with something unread is reset, and the broker loses what it has not read yet
        await once(socket, 'close', { signal: AbortSignal.timeout(farewellMs) }).catch(() => {});
      }
      socket.destroy();
    },
  };
}

/** Encrypted, over a socket that is connected. */
export async function secured(socket: Socket, host: string, ca: string | undefined): Promise<Socket> {
  // a certificate is asked for by a name, and an address is none
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const line = connectTls({ socket, host, ...servername, ...(ca !== undefined && { ca }) });
  await once(line, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
  return line;
}

const nameOf = ({ cmd, messageId }: Packet): string =>
  cmd === 'connack' || cmd === 'pingresp' ? cmd : `${cmd} ${messageId}`;

const messageOf = ({ topic, payload, qos, messageId, dup }: IPublishPacket): MqttMessage => ({
  topic,
  payload: Buffer.from(payload),
  packet: qos === 0 ? undefined : messageId,
  again: dup,
});

/** Why a broker lets nobody in (3.1.1, 3.2.2.3). */
function refusal(code: number): ConnectionFailure {
  if (code === 4 || code === 5) return new ConnectionFailure('connections.test.login', { code });
  return new ConnectionFailure('connections.test.answer', { status: code });
}
