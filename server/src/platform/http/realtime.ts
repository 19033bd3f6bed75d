import type { WebSocket } from 'ws';
import type { Bus } from '../bus.ts';

/** Whom a message is for: people, or everyone who watches a topic such as `form:abc`. */
export type Audience = { users: string[] } | { topic: string };

export interface Realtime {
  /** To the sockets of every web process. At least the people who are there get it: a page that opens later asks. */
  publish(spaceId: string, sent: { to: Audience; message: { type: string } & Record<string, unknown> }): void;
  /** Sockets of this process. */
  attach(socket: WebSocket, who: { spaceId: string; userId: string }): SocketSession;
  openSockets(): number;
  closeAll(): void;
}

export interface SocketSession {
  watch(topic: string): void;
  unwatch(topic: string): void;
  detach(): void;
}

interface Attached {
  socket: WebSocket;
  spaceId: string;
  userId: string;
  topics: Set<string>;
}

/** Fan-out over the bus to the sockets of this process. */
export function openRealtime(bus: Bus): Realtime {
  const attached = new Set<Attached>();

  bus.on('realtime', (sent) => {
    const { spaceId, to, message } = sent as unknown as { spaceId: string; to: Audience; message: object };
    // the topic travels with the message: a page may watch several
    const text = JSON.stringify('topic' in to ? { ...message, topic: to.topic } : message);
    for (const one of attached) {
      if (one.spaceId !== spaceId) continue;
      const meant = 'users' in to ? to.users.includes(one.userId) : one.topics.has(to.topic);
      if (meant && one.socket.readyState === one.socket.OPEN) one.socket.send(text);
    }
  });

  return {
    publish(spaceId, { to, message }) {
      // Many recipients do not fit one notification.
      const parts: Audience[] = 'users' in to ? chunks(to.users, 100).map((users) => ({ users })) : [to];
      for (const part of parts) bus.publish({ kind: 'realtime', spaceId, to: part, message });
    },
    attach(socket, who) {
      const one: Attached = { socket, ...who, topics: new Set() };
      attached.add(one);
      return {
        watch: (topic) => {
          one.topics.add(topic);
        },
        unwatch: (topic) => {
          one.topics.delete(topic);
        },
        detach: () => {
          attached.delete(one);
        },
      };
    },
    openSockets: () => attached.size,
    closeAll() {
      for (const one of attached) one.socket.close(1001);
    },
  };
}

function chunks<T>(list: T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < list.length; i += size) parts.push(list.slice(i, i + size));
  return parts;
}
