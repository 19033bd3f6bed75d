import type { LiveMessage } from './socket.ts';

type Handler = (message: LiveMessage) => void;

export interface LiveRoutes {
  /** `form:abc` hears a topic, `workflow.` every type that begins so, anything else one type of message. */
  on(name: string, handler: Handler): () => void;
  hear(message: LiveMessage): void;
}

/** Hands messages to those who asked for them, and to nobody else; what comes within one frame is handed on together, in its order, so that a page is drawn once. */
export function liveRoutes(soon: (work: () => void) => void = nextFrame): LiveRoutes {
  const handlers = new Map<string, Set<Handler>>();
  const beginnings = new Set<string>();
  let waiting: LiveMessage[] = [];

  const handOn = (): void => {
    const messages = waiting;
    waiting = [];
    for (const message of messages)
      for (const name of namesOf(message))
        for (const handler of [...(handlers.get(name) ?? [])]) attempt(handler, message);
  };
  const namesOf = ({ type, topic }: LiveMessage): string[] => [
    type,
    ...[...beginnings].filter((beginning) => type.startsWith(beginning)),
    // that one watches is said on the topic too
    ...(topic === undefined || type === 'watching' || type === 'refused' ? [] : [topic]),
  ];

  return {
    on(name, handler) {
      const own = handlers.get(name) ?? new Set();
      handlers.set(name, own.add(handler));
      if (name.endsWith('.')) beginnings.add(name);
      return () => {
        own.delete(handler);
        if (own.size > 0 || handlers.get(name) !== own) return;
        handlers.delete(name);
        beginnings.delete(name);
      };
    },
    hear(message) {
      if (waiting.push(message) === 1) soon(handOn);
    },
  };
}

/** What a page then watches: a topic names something, `device:` alone is what a page says as long as it knows of none. */
export function watchedTopic(name: string): string | undefined {
  const at = name.indexOf(':');
  return at >= 0 && at < name.length - 1 ? name : undefined;
}

/** One that fails keeps nothing from the others. */
function attempt(handler: Handler, message: LiveMessage): void {
  try {
    handler(message);
  } catch (error) {
    reportError(error);
  }
}

/** A page out of sight has no frames, and still hears. */
function nextFrame(work: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    work();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, longestFrameMs);
}

const longestFrameMs = 100;
