import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a server: counts what it sends, and lets no more than so much of it through. */
export interface Gate {
  port: number;
  /** Bytes that came through since it was set. */
  readonly sent: number;
  set(most: number): void;
  /** Lines that are open break. */
  cut(): void;
  close(): Promise<void>;
}

export async function startGate(to: number): Promise<Gate> {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  let sent = 0;
  let most = Infinity;
  const server = createServer((client) => {
    const behind = connect(to, '127.0.0.1');
    const ended = (): void => {
      for (const socket of [client, behind]) socket.destroy();
      waiting.delete(behind);
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    client.on('close', ended);
    client.pipe(behind);
    behind.on('data', (chunk) => {
      sent += chunk.length;
      const isTaken = client.write(chunk);
      if (sent >= most) waiting.add(behind.pause());
      else if (!isTaken) {
        behind.pause();
        client.once('drain', () => behind.resume());
      }
    });
    behind.on('end', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get sent() {
      return sent;
    },
    set(value) {
      sent = 0;
      most = value;
      for (const socket of waiting) socket.resume();
      waiting.clear();
    },
    cut,
    async close() {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
