import { connect, isIP, type BlockList, type OnReadOpts, type Socket } from 'node:net';
import { connect as encrypt } from 'node:tls';
import { openGuard, type Endpoint, type OutgoingGuard } from '../../platform/outbox/outgoing-guard.ts';
import { rangesOf } from '../../platform/http/addresses.ts';

/** Where a source is: an address on the network, or a socket of this machine. */
export interface Place {
  secure: boolean;
  host: string;
  port: number;
  socketPath?: string;
}

/**
 * Hears what comes in the place of `data`, where no encryption stands between: in a buffer that all connections of the thread share,
 * so that what is to be kept is copied.
 */
export type Read = (bytes: Buffer) => void;

export class NotAllowed extends Error {}

export interface Dialer {
  /** Of a name that is resolved now, to an address that was checked: it cannot mean another machine when it is called. */
  dial(place: Place, ranges: BlockList, timeoutMs: number, read?: Read): Promise<Socket>;
}

/** The guard of outgoing calls holds for upstreams too, or the gateway would be a way into the house. */
export function openDialer(
  allowed: readonly string[],
  forbidden: readonly Endpoint[],
  guard: OutgoingGuard = openGuard(),
): Dialer {
  const ofInstallation = rangesOf(allowed);
  for (const endpoint of forbidden) guard.forbid(endpoint);
  return {
    async dial(place, ranges, timeoutMs, read) {
      const onread = read && !place.secure ? { onread: into(read) } : {};
      if (place.socketPath !== undefined) return connected(connect({ path: place.socketPath, ...onread }), timeoutMs);
      const addresses = await guard.callable({ host: place.host, port: place.port }, [ofInstallation, ranges]);
      if (addresses.length === 0) throw new NotAllowed('the address may not be reached');
      let failure: unknown;
      for (const address of addresses) {
        try {
          const socket = await connected(
            connect({ host: address, port: place.port, family: isIP(address), noDelay: true, ...onread }),
            timeoutMs,
          );
          return place.secure ? await secured(socket, place.host, timeoutMs) : socket;
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** A buffer of its own for each read, and the stream that it goes through, take as long as the read itself. */
function into(read: Read): OnReadOpts {
  return {
    buffer: shared,
    callback(size) {
      read(shared.subarray(0, size));
      return true;
    },
  };
}

function connected(socket: Socket, timeoutMs: number, event = 'connect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => socket.destroy(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(patience);
      reject(error);
    };
    socket.once('error', fail);
    socket.once(event, () => {
      clearTimeout(patience);
      socket.off('error', fail);
      // whoever takes it listens; a break before that is found when it is written to
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

function secured(socket: Socket, host: string, timeoutMs: number): Promise<Socket> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connected(encrypt({ socket, ...name, host, ALPNProtocols: ['http/1.1'] }), timeoutMs, 'secureConnect');
}
