import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
