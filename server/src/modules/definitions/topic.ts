import type { Platform } from '../../platform/platform.ts';
import type { TopicGuard } from '../../platform/http/sockets.ts';
import { requireOn } from './access.ts';

export const definitionTopic = 'definition';

/** To everybody who has the definition open. */
export function tellOpen(
  platform: Platform,
  spaceId: string,
  kind: string,
  id: string,
  message: { type: string } & Record<string, unknown>,
): void {
  platform.realtime.publish(spaceId, { to: { topic: `${definitionTopic}:${kind}/${id}` }, message });
}

/** Whoever may see it may hear of it. */
export const mayWatchDefinition: TopicGuard = async (ctx, topic) => {
  const slash = topic.indexOf('/');
  if (slash < 1) return false;
  return requireOn(ctx, topic.slice(0, slash), topic.slice(slash + 1), 'see').then(
    () => true,
    () => false,
  );
};
