import { useEffect, useRef } from 'react';
import { spacePath } from '../http/call.ts';
import { shownByFirstAnswers } from '../http/first-answers.ts';
import { queryClient } from '../http/query.ts';
import { socketTicket } from '../http/services.ts';
import { pageConfig, websocketConfig } from '../page-config.ts';
import { liveRoutes, watchedTopic } from './live-routes.ts';
import { openLiveSocket, socketAddress, type LiveMessage, type LiveSocket } from './socket.ts';

let connection: { socket: LiveSocket; address: string; uid: string } | undefined;
let wasBound = false;
/** On a slow line the answers that came with the page may be older than this when the first message can be heard. */
const agedMs = 5_000;
const routes = liveRoutes();
const between = '\n';

/** Connects the person of this page, once a space. */
export function connectLive(uid: string, prefix: string = spacePath()): void {
  const { socketDomain, loginIp } = websocketConfig(pageConfig.websocketConfig);
  const address = socketAddress(socketDomain, prefix);
  if (connection?.address === address && connection.uid === uid) return;
  if (!connection) {
    window.addEventListener('socketMessage', catchUp);
    window.addEventListener('socketMessage', (event) => routes.hear((event as CustomEvent<LiveMessage>).detail));
  }
  connection?.socket.close();
  wasBound = false;
  connection = {
    address,
    uid,
    socket: openLiveSocket({
      url: address,
      uid,
      loginIp,
      projectId: pageConfig.socketProjectId,
      ...(socketDomain !== '' && { ticket: socketTicket }),
    }),
  };
}

/** Nothing is sent twice: what was said while the connection was lost is learned by reading again what is shown. */
function catchUp(event: Event): void {
  if ((event as CustomEvent<LiveMessage>).detail.type !== 'bound') return;
  if (wasBound) void queryClient.invalidateQueries();
  else if (performance.now() > agedMs) {
    const shown = shownByFirstAnswers();
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => shown.has(String(queryKey[0])) });
  }
  wasBound = true;
}

/**
 * Hears live messages while the page is visible. `form:abc`, with a colon, is a topic which the page then watches; `workflow.`,
 * with a dot at its end, is every type that begins so; anything else is one type of message. Of several names each is heard.
 */
export function useLive<M extends LiveMessage = LiveMessage>(
  name: string | readonly string[],
  handler: (message: M) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  // by what they say: a list of the same names is the same
  const names = (typeof name === 'string' ? [name] : name).join(between);
  useEffect(() => {
    const ends = names.split(between).flatMap((one) => {
      if (one === '') return [];
      const unheard = routes.on(one, (message) => latest.current(message as M));
      const topic = watchedTopic(one);
      const unwatch = topic === undefined ? undefined : connection?.socket.watch(topic);
      return unwatch ? [unheard, unwatch] : [unheard];
    });
    return () => {
      for (const end of ends) end();
    };
  }, [names]);
}
