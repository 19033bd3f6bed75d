import websocket from '@fastify/websocket';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Ctx, VisitorCtx } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Server } from './http.ts';
import { pageOrigins } from './hosts.ts';
import { originsOf } from './origin.ts';
import type { Platform } from '../platform.ts';
import { countTopics, type SessionTopics } from './session-topics.ts';

/** Whether the person may watch the topic `<kind>:<id>`. Asked again and again while they do. */
export type TopicGuard = (ctx: Ctx, id: string) => boolean | Promise<boolean>;

/** Everybody of the space may watch them, and there are no others of the kind. */
export function only(...ids: string[]): TopicGuard {
  return (_ctx, id) => ids.includes(id);
}

const Message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('bindUid'),
    uid: z.string().max(64),
    login_ip: z.string().max(64).optional(),
    ticket: z.string().max(600).optional(),
    project_id: z.string().max(64).optional(),
  }),
  z.object({ type: z.literal('watch'), topic: z.string().max(200) }),
  z.object({ type: z.literal('unwatch'), topic: z.string().max(200) }),
]);
type Message = z.infer<typeof Message>;

const beatMs = 25_000;
const gatherMs = 20;
const greetMs = 10_000;
const maxPayload = 4_096;
const mostWaiting = 200;
/** Of a session: a page that goes round in circles must not fill the memory. */
const mostTopics = 100;
const mostSockets = 20;

// Close codes: 1001 the server goes away, 1008 it does not want to talk on.
const goingAway = 1001;
const unwanted = 1008;
const failed = 1011;

/**
 * The websocket of a page at /socket and /<space>/socket. It belongs to a session, starts with `bindUid` and then hears
 * what is meant for the person and the topics they watch.
 */
export function serveSockets(
  server: Server,
  platform: Platform,
  topics: Record<string, TopicGuard>,
  rightsMessages: readonly string[] = [],
): void {
  const open = new Set<Connection>();
  const socketsOf = new Map<string, number>();
  const sessionTopics = countTopics(mostTopics);
  // A session ended, or its person's rights changed.
  platform.bus.on('identity.session', (which) => {
    // the memory of sessions hears of it too, maybe after this: a socket looked at before would stay open
    setImmediate(() => endSockets(which));
  });
  function endSockets(which: Record<string, unknown>): void {
    for (const { people, sessionId, homeSpaceId, spaceId, recheck } of open) {
      const about = [
        sessionId === which.sessionId,
        people.has(which.accountId as string),
        homeSpaceId === which.homeSpaceId,
        homeSpaceId === which.spaceId,
        spaceId === which.spaceId,
      ];
      if (about.includes(true)) void recheck();
    }
  }

  // Rights changed in a space: whoever lost them hears nothing more. Several changes at once are looked at once.
  const changed = new Set<string>();
  const look = (): void => {
    for (const one of open) if (changed.has(one.spaceId)) void one.checkTopics();
    changed.clear();
  };
  for (const kind of rightsMessages) {
    platform.bus.on(kind, ({ spaceId }) => {
      if (changed.size === 0) setTimeout(look, gatherMs).unref();
      changed.add(String(spaceId));
    });
  }

  function requireRoom({ user }: Ctx): void {
    if ((socketsOf.get(user.sessionId) ?? 0) >= mostSockets) throw refuse('platform.socket.too_many');
  }

  void server.fastify.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload },
      preClose(done) {
        for (const client of scope.websocketServer.clients) client.close(goingAway);
        done();
      },
    });
    scope.get(
      '/socket',
      {
        websocket: true,
        preValidation: async (request) => {
          requireOrigin(platform, request);
          if (!isElsewhere(platform, request)) requireRoom(await caller(server, request));
        },
      },
      (socket, request) => {
        // The library hands over an open socket: what it sends before we listen would be lost, so nothing is awaited first.
        const opening = isElsewhere(platform, request) ? byTicket(server, request) : byCookie(server, request);
        const connection = connect(platform, socket, { ...opening, topics, sessionTopics });
        void connection.then(
          (one) => {
            const { sessionId } = one;
            // many that came at once were all let in at the handshake
            if ((socketsOf.get(sessionId) ?? 0) >= mostSockets) return socket.close(unwanted, tooManySockets);
            if (socket.readyState !== socket.OPEN) return;
            socketsOf.set(sessionId, (socketsOf.get(sessionId) ?? 0) + 1);
            open.add(one);
            platform.metrics.sockets.set(open.size);
            socket.on('close', () => {
              open.delete(one);
              const left = socketsOf.get(sessionId)! - 1;
              if (left > 0) socketsOf.set(sessionId, left);
              else socketsOf.delete(sessionId);
              platform.metrics.sockets.set(open.size);
            });
          },
          () => socket.close(unwanted),
        );
      },
    );
  });
}

const tooManySockets: ErrorCode = 'platform.socket.too_many';
const tooManyTopics: ErrorCode = 'platform.socket.too_many_topics';

/** Who opens a socket. */
interface Opener {
  /** Whose socket it is, and whose it is by now. */
  first: Promise<Ctx>;
  again(): Promise<Ctx>;
  /** What the first message shows, where nobody is known before. */
  show(ticket: string | undefined): void;
}

interface Opening extends Opener {
  topics: Record<string, TopicGuard>;
  sessionTopics: SessionTopics;
}

interface Connection {
  /** Whose it is, and who sits there in their name. */
  people: ReadonlySet<string>;
  sessionId: string;
  homeSpaceId: string;
  spaceId: string;
  recheck(): Promise<void>;
  checkTopics(): Promise<void>;
}

function requireOrigin(platform: Platform, { headers: { origin, host } }: FastifyRequest): void {
  if (origin !== undefined && !originsOf(platform.config, host).has(origin)) throw refuse('platform.wrong_origin');
}

/** A page of ours on another host, which no cookie tells of here: it shows a ticket with its first message. */
function isElsewhere(platform: Platform, { headers: { origin, host } }: FastifyRequest): boolean {
  return origin !== undefined && pageOrigins(platform.config).has(origin) && new URL(origin).host !== host;
}

function byCookie(server: Server, request: FastifyRequest): Opener {
  const again = (): Promise<Ctx> => caller(server, request);
  return { first: again(), again, show() {} };
}

function byTicket(server: Server, request: FastifyRequest): Opener {
  const { origin } = request.headers;
  const { promise, resolve, reject } = Promise.withResolvers<Ctx>();
  let shown: string | undefined;
  const ask = async (open?: true): Promise<Ctx> => {
    if (shown === undefined) throw refuse('platform.not_signed_in');
    const ticket = { ticket: shown, service: 'socket', use: 'call', origin } as const;
    return signedIn(await server.identifyByTicket(request, open ? { ...ticket, open } : ticket));
  };
  return {
    first: promise,
    again: () => ask(true),
    show(ticket) {
      // of several the first one counts
      if (shown !== undefined) return;
      shown = ticket ?? '';
      ask().then(resolve, reject);
    },
  };
}

async function caller(server: Server, request: FastifyRequest): Promise<Ctx> {
  return signedIn(await server.identify(request));
}

function signedIn(ctx: VisitorCtx): Ctx {
  if (!ctx.user || ctx.spaceId === undefined) throw refuse('platform.not_signed_in');
  return ctx as Ctx;
}

async function connect(
  platform: Platform,
  socket: WebSocket,
  { first, again, show, topics, sessionTopics }: Opening,
): Promise<Connection> {
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;
  let session: ReturnType<Platform['realtime']['attach']> | undefined;
  let alive = true;
  let shown = false;
  /** Topics by the session they are counted for. */
  const watched = new Map<string, string>();

  socket.on('error', () => {});
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('message', (data, binary) => {
    const message = binary ? undefined : read(String(data));
    if (!message || ++waiting > mostWaiting) return socket.close(unwanted);
    if (!shown) show(message.type === 'bindUid' ? message.ticket : undefined);
    shown = true;
    queue = queue
      .then(() => obey(message))
      .catch(fail)
      .finally(() => {
        waiting--;
      });
  });
  const greeting = setTimeout(() => {
    if (!session) socket.close(unwanted);
  }, greetMs);
  const beat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
    void checkTopics();
  }, beatMs);
  // Listening does not use a session; whoever is still there connects again with what the session is by then.
  const life = setTimeout(
    () => socket.close(goingAway),
    Math.min(platform.config.sessionHours * 3_600_000, 2 ** 31 - 1),
  );
  socket.on('close', () => {
    // who never said who they are waits for nobody
    show(undefined);
    clearTimeout(greeting);
    clearTimeout(life);
    clearInterval(beat);
    session?.detach();
    void queue.finally(() => forget(...watched.keys()));
  });

  async function obey(message: Message): Promise<void> {
    const ctx = await first.catch(() => undefined);
    if (!ctx) return socket.close(unwanted);
    if (message.type === 'bindUid') {
      if (message.uid !== ctx.user.id) return socket.close(unwanted);
      if (socket.readyState !== socket.OPEN) return;
      session ??= platform.realtime.attach(socket, { spaceId: ctx.spaceId, userId: ctx.user.id });
      return send({ type: 'bound' });
    }
    if (!session) return socket.close(unwanted);
    const { topic } = message;
    if (message.type === 'unwatch') {
      forget(topic);
      return session.unwatch(topic);
    }
    const fresh = !watched.has(topic);
    // taken before anybody is asked: many that come at once are counted as well
    if (fresh && !sessionTopics.take(ctx.user.sessionId, topic))
      return send({ type: 'refused', topic, code: tooManyTopics });
    if (fresh) watched.set(topic, ctx.user.sessionId);
    const allowed = await mayWatch(ctx, topics, topic).catch((error: unknown) => {
      forget(topic);
      throw error;
    });
    if (!allowed) {
      forget(topic);
      return send({ type: 'refused', topic });
    }
    session.watch(topic);
    send({ type: 'watching', topic });
  }

  function forget(...gone: string[]): void {
    for (const topic of gone) {
      const sessionId = watched.get(topic);
      if (sessionId !== undefined) sessionTopics.drop(sessionId, topic);
      watched.delete(topic);
    }
  }

  /** Rights end while a page is open: what may not be watched any more falls silent. */
  async function checkTopics(): Promise<void> {
    try {
      const ctx = await first;
      for (const topic of [...watched.keys()]) {
        if (await mayWatch(ctx, topics, topic)) continue;
        forget(topic);
        session?.unwatch(topic);
        send({ type: 'refused', topic });
      }
    } catch (error) {
      fail(error);
    }
  }

  /** What could not be judged is not answered by a guess: the page comes back and asks again. */
  function fail(error: unknown): void {
    platform.log.error({ err: error }, 'a socket message failed');
    socket.close(failed);
  }

  function send(message: { type: string; topic?: string; code?: ErrorCode }): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  const { user, spaceId } = await first;
  return {
    people: new Set([user.id, ...(user.deputy ? [user.deputy.id] : [])]),
    sessionId: user.sessionId,
    homeSpaceId: user.homeSpaceId,
    spaceId,
    checkTopics,
    async recheck() {
      const now = await again().catch(() => undefined);
      if (now?.user.sessionId !== user.sessionId || now.user.id !== user.id || now.user.role !== user.role)
        return socket.close(unwanted);
      await checkTopics();
    },
  };
}

async function mayWatch(ctx: Ctx, topics: Record<string, TopicGuard>, topic: string): Promise<boolean> {
  const colon = topic.indexOf(':');
  const kind = topic.slice(0, colon);
  if (colon < 1 || !Object.hasOwn(topics, kind)) return false;
  return topics[kind]!(ctx, topic.slice(colon + 1));
}

function read(text: string): Message | undefined {
  try {
    return Message.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
