import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLiveSocket, reconnectMs, socketAddress, socketStatusKey, type LiveMessage } from './socket.ts';

/** The browser's socket, moved by hand. */
class HandSocket extends EventTarget {
  readyState = 0;
  sent: unknown[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.end();
  }
  begin() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  end() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  say(text: string) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: text }));
  }
}

const storage = new Map<string, string>();
let sockets: HandSocket[] = [];
const target = new EventTarget();
const connect = () =>
  openLiveSocket({
    url: 'ws://own/socket',
    uid: 'u1',
    loginIp: '10.0.0.1',
    projectId: 'plant',
    target,
    open: () => {
      const socket = new HandSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
const status = () => storage.get(socketStatusKey);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  storage.clear();
  vi.stubGlobal('localStorage', {
    setItem: (name: string, value: string) => storage.set(name, value),
    getItem: (name: string) => storage.get(name) ?? null,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says who it is and keeps its status', () => {
  connect();
  expect(status()).toBe('0');
  sockets[0]!.begin();
  expect(status()).toBe('1');
  expect(sockets[0]!.sent).toEqual([{ type: 'bindUid', uid: 'u1', login_ip: '10.0.0.1', project_id: 'plant' }]);
  sockets[0]!.dispatchEvent(new Event('error'));
  expect(status()).toBe('0');
});

it('passes JSON on as socketMessage and ignores the rest', () => {
  const heard: LiveMessage[] = [];
  target.addEventListener('socketMessage', (event) => heard.push((event as CustomEvent<LiveMessage>).detail));
  connect();
  sockets[0]!.begin();
  sockets[0]!.say('{"type":"run.progress","id":"j1"}');
  sockets[0]!.say('no json');
  sockets[0]!.say('3');
  expect(heard).toEqual([{ type: 'run.progress', id: 'j1' }]);
});

it('comes back after 30 seconds and watches again', () => {
  const live = connect();
  sockets[0]!.begin();
  const unwatch = live.watch('form:a');
  live.watch('form:a');
  sockets[0]!.end();
  expect(status()).toBe('0');
  vi.advanceTimersByTime(reconnectMs - 1);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  sockets[1]!.begin();
  expect(sockets[1]!.sent).toEqual([
    { type: 'bindUid', uid: 'u1', login_ip: '10.0.0.1', project_id: 'plant' },
    { type: 'watch', topic: 'form:a' },
  ]);
  unwatch();
  expect(sockets[1]!.sent).toHaveLength(2);
});

it('does not come back once closed', () => {
  connect().close();
  vi.advanceTimersByTime(reconnectMs * 2);
  expect(sockets).toHaveLength(1);
});

it('finds its address', () => {
  const page = { protocol: 'https:', host: 'own.example:8443' };
  expect(socketAddress('', '', page)).toBe('wss://own.example:8443/socket');
  expect(socketAddress('', '/space-a', page)).toBe('wss://own.example:8443/space-a/socket');
  expect(socketAddress('live.example', '/space-a', page)).toBe('wss://live.example/space-a/socket');
  expect(socketAddress('https://live.example/', '', page)).toBe('wss://live.example/socket');
  expect(socketAddress('ws://live.example:9000', '', page)).toBe('ws://live.example:9000/socket');
});
