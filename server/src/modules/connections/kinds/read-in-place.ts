import type { OnReadOpts, Socket } from 'node:net';

/** One for all lines: whoever is told of a piece is done with it, or has made it its own, before the next one is read. */
const place = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * What comes over a line is read into the same place again and again. Millions of rows would else be as many bytes that are asked of the
 * system and given back, and each time they come to much the whole process is looked through for what is of no use any more. Who
 * listens to `piece` sees the place itself; who listens to `data` gets bytes of its own, as from any socket.
 */
export function readInPlace(): { onread: OnReadOpts; of(socket: Socket): void } {
  let socket: Socket | undefined;
  return {
    onread: {
      buffer: place,
      callback(length) {
        const piece = place.subarray(0, length);
        if (socket && !socket.emit('piece', piece)) socket.emit('data', Buffer.from(piece));
        return true;
      },
    },
    of(opened) {
      socket = opened;
    },
  };
}
