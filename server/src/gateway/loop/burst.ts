import type { Socket } from 'node:net';

let held: Socket[] = [];
let waiting: (() => void)[] = [];

/**
 * Call before a write: what is written within one turn of the loop goes out at its end, connection after connection. Whoever is
 * on the other side of several of them is woken once, where each write by itself wakes them each time.
 */
export function hold(socket: Socket): void {
  if (socket.writableCorked > 0 || socket.destroyed) return;
  socket.cork();
  if (held.length + waiting.length === 0) setImmediate(release);
  held.push(socket);
}

/** Called at the end of the turn, before what was written goes out. */
export function atTurn(last: () => void): void {
  if (held.length + waiting.length === 0) setImmediate(release);
  waiting.push(last);
}

function release(): void {
  if (waiting.length > 0) {
    const last = waiting;
    waiting = [];
    for (const one of last) one();
  }
  const all = held;
  held = [];
  for (const socket of all) socket.uncork();
}
