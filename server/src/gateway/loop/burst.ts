import type { Socket } from 'node:net';

let held: Socket[] = [];

/**
 * Call before a write: what is written within one turn of the loop goes out at its end, connection after connection. Whoever is
 * on the other side of several of them is woken once, where each write by itself wakes them each time.
 */
export function hold(socket: Socket): void {
  if (socket.writableCorked > 0 || socket.destroyed) return;
  socket.cork();
  if (held.length === 0) setImmediate(release);
  held.push(socket);
}

function release(): void {
  const all = held;
  held = [];
  for (const socket of all) socket.uncork();
}
