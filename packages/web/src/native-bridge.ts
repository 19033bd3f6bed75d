/** What the native app puts on `window` when a page runs inside it. */
export interface NativeBridge {
  call(method: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

export const bridgeWaitMs = 20_000;
const bridgeName = 'FormworkBridge';
/** Dispatched on `window` by the app when its bridge is there. */
const readyEvent = 'FormworkBridgeReady';

type Host = EventTarget & { [bridgeName]?: NativeBridge };

declare global {
  interface Window {
    [bridgeName]?: NativeBridge;
  }
}

/** The native app's bridge; undefined in a plain browser, or when it did not announce itself in time. */
export function nativeBridge({ host = window, wait = bridgeWaitMs }: { host?: Host; wait?: number } = {}): Promise<
  NativeBridge | undefined
> {
  if (host[bridgeName]) return Promise.resolve(host[bridgeName]);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      host.removeEventListener(readyEvent, done);
      resolve(host[bridgeName]);
    };
    const timer = setTimeout(done, wait);
    host.addEventListener(readyEvent, done);
  });
}
