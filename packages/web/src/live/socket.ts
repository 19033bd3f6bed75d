import { kept } from '@formwork/ui/kept.ts';

export interface LiveMessage {
  type: string;
  /** Present when the message went to everyone who watches a topic. */
  topic?: string;
  [name: string]: unknown;
}

export interface LiveSocketOptions {
  url: string;
  uid: string;
  loginIp: string;
  /** What a socket on another host is shown in the place of a cookie. */
  ticket?: () => Promise<string | undefined>;
  /** Names this product to whoever serves several by one socket. */
  projectId?: string;
  /** Milliseconds until the next attempt after a connection ended. */
  reconnectAfter?: number;
  /** Where `socketMessage` and `socketStatus` events are dispatched. */
  target?: EventTarget;
  open?: (url: string) => WebSocket;
}

export interface LiveSocket {
  /** Hears what is published to a topic until the returned function is called. */
  watch(topic: string): () => void;
  close(): void;
}

export const reconnectMs = 30_000;
export const socketStatusKey = 'socketStatus';

/** The connection of this page: says who it is, passes messages on as `socketMessage` events, comes back when it is lost. */
export function openLiveSocket({
  url,
  uid,
  loginIp,
  projectId,
  ticket,
  reconnectAfter = reconnectMs,
  target = window,
  open = (address) => new WebSocket(address),
}: LiveSocketOptions): LiveSocket {
  const watched = new Map<string, number>();
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  /** Nothing is said before the person is told. */
  let greeted = false;

  function send(message: object): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  function connect(): void {
    setStatus(0, target);
    greeted = false;
    const current = open(url);
    socket = current;
    current.addEventListener('open', () => {
      setStatus(1, target);
      const greet = (shown?: string): void => {
        if (socket !== current) return;
        greeted = true;
        send({
          type: 'bindUid',
          uid,
          login_ip: loginIp,
          ...(projectId && { project_id: projectId }),
          ...(shown && { ticket: shown }),
        });
        for (const topic of watched.keys()) send({ type: 'watch', topic });
      };
      if (ticket) ticket().then(greet, () => current.close());
      else greet();
    });
    current.addEventListener('message', ({ data }) => {
      const message = read(data);
      if (message) target.dispatchEvent(new CustomEvent<LiveMessage>('socketMessage', { detail: message }));
    });
    current.addEventListener('error', () => setStatus(0, target));
    current.addEventListener('close', () => {
      setStatus(0, target);
      if (!closed) timer = setTimeout(connect, reconnectAfter);
    });
  }

  connect();
  return {
    watch(topic) {
      const before = watched.get(topic) ?? 0;
      watched.set(topic, before + 1);
      if (before === 0 && greeted) send({ type: 'watch', topic });
      return () => {
        const left = (watched.get(topic) ?? 1) - 1;
        if (left > 0) return void watched.set(topic, left);
        watched.delete(topic);
        if (greeted) send({ type: 'unwatch', topic });
      };
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
      setStatus(0, target);
    },
  };
}

/** The address of the socket in the space of a page; `domain` is a host or a full ws:// address, empty the page's own host. */
export function socketAddress(
  domain: string,
  spacePath: string,
  page: Pick<Location, 'protocol' | 'host'> = location,
): string {
  const scheme = page.protocol === 'https:' ? 'wss:' : 'ws:';
  const base =
    domain === ''
      ? `${scheme}//${page.host}`
      : /^wss?:\/\//.test(domain)
        ? domain
        : `${scheme}//${domain.replace(/^https?:\/\//, '')}`;
  return `${base.replace(/\/+$/, '')}${spacePath}/socket`;
}

function setStatus(status: 0 | 1, target: EventTarget): void {
  kept.write(socketStatusKey, String(status));
  target.dispatchEvent(new CustomEvent<number>('socketStatus', { detail: status }));
}

function read(data: unknown): LiveMessage | undefined {
  try {
    const message = JSON.parse(String(data)) as unknown;
    return typeof message === 'object' && message !== null && typeof (message as LiveMessage).type === 'string'
      ? (message as LiveMessage)
      : undefined;
  } catch {
    return undefined;
  }
}
