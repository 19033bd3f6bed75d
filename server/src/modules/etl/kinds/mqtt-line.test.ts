import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser, type Packet } from 'mqtt-packet';
import { afterEach, expect, test } from 'vitest';
import { openMqttLine } from './mqtt-line.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const message = (messageId: number): Buffer =>
  generate({ cmd: 'publish', topic: 'a', payload: 'b', qos: 1, messageId, dup: false, retain: false });

/** A broker by hand that is slow to read, and what it has heard. */
async function slowBroker() {
  const heard: Packet[] = [];
  const server = createServer((socket) => {
    const packets = parser();
    packets.on('packet', (packet) => {
      heard.push(packet);
      if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: true }));
      if (packet.cmd === 'pingreq') socket.write(generate({ cmd: 'pingresp' }));
    });
    socket.on('data', (bytes: Buffer) => packets.parse(bytes));
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [peer] = (await once(server, 'connection')) as [Socket];
  const line = await openMqttLine(socket, { clientId: 'me', lasting: true });
  return { heard, peer, line };
}

test('a broker that reads late hears what was acknowledged before the line closed, whatever it sends meanwhile', async () => {
  const { heard, peer, line } = await slowBroker();
  peer.write(Buffer.concat([message(1), message(2)]));
  const came = await line.messages(5_000);
  peer.pause();
  line.acknowledge(came);
  const closed = line.close();
  peer.write(message(3));
  setTimeout(() => peer.resume(), 100);
  await Promise.all([closed, once(peer, 'close')]);
  expect(heard.map(({ cmd, messageId }) => [cmd, messageId]).slice(1)).toEqual([
    ['puback', 1],
    ['puback', 2],
    ['disconnect', undefined],
  ]);
});

test('is settled once the broker has answered behind it, and fails where the line breaks before', async () => {
  const { heard, peer, line } = await slowBroker();
  peer.write(message(1));
  line.acknowledge(await line.messages(5_000));
  await line.settled();
  expect(heard.map(({ cmd }) => cmd)).toEqual(['connect', 'puback', 'pingreq']);
  peer.pause();
  const settled = expect(line.settled()).rejects.toThrow();
  peer.destroy();
  await settled;
});
