import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';

/** What a proxy does for a server that speaks http: takes https calls for any name with a certificate of its own making, and hands the bytes on. */
export async function startHttpsFront(to: number): Promise<{ port: number; end(): Promise<void> }> {
  const names = [
    { type: 2 as const, value: 'localhost' },
    { type: 2 as const, value: '*.localhost' },
  ];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  const open = new Set<Socket>();
  const server = createServer({ key: made.private, cert: made.cert }, (caller) => {
    const inside = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [caller, inside],
      [inside, caller],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    end: async () => {
      for (const one of open) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
