import type { Socket } from 'node:net';
import type { ConnectOptions, Outgoing } from './outgoing.ts';

type Given = (error: Error | null, options?: { connection: Socket }) => void;

/** What nodemailer asks for its connections: it makes none of its own, so the guard of `outgoing` holds for mail too. */
export function socketsFrom(outgoing: Pick<Outgoing, 'connect'>, options: ConnectOptions) {
  return (asked: { host?: string; port?: number | string; secure?: boolean }, give: Given): void => {
    const port = Number(asked.port ?? (asked.secure ? 465 : 587));
    outgoing.connect({ host: asked.host ?? 'localhost', port }, options).then(
      (connection) => give(null, { connection }),
      (error: Error) => give(error),
    );
  };
}
