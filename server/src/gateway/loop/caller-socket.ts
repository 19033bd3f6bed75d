import { Socket } from 'node:net';

/** What the platform keeps below a socket. */
interface Handle {
  useUserBuffer?: unknown;
}

const shared = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Reads a connection that was taken, with `pauseOnConnect`: a buffer of its own for each read, and the stream that it goes through,
 * take as long as the read itself. `node:net` spares them to whoever calls somewhere, by its `onread`, and not to whoever is called;
 * so the connection moves to a socket that has it. Where the platform has changed below, or for TLS, it is a stream as any other.
 *
 * `hear` is told of bytes that are there for as long as the call.
 */
export function readInto(accepted: Socket, hear: (bytes: Buffer) => void): Socket {
  const below = accepted as unknown as { _handle: Handle | null; encrypted?: boolean };
  const handle = below._handle;
  if (below.encrypted || typeof handle?.useUserBuffer !== 'function') {
    accepted.on('data', hear);
    return accepted.resume();
  }
  below._handle = null;
  const moved = {
    handle,
    allowHalfOpen: true,
    onread: {
      buffer: shared,
      callback(size: number) {
        hear(shared.subarray(0, size));
        return true;
      },
    },
  };
  return new Socket(moved as unknown as ConstructorParameters<typeof Socket>[0]);
}
