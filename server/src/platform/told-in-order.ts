import type { Bus, BusMessage } from './bus.ts';
import { newId } from './ids.ts';

/** Values that processes tell each other, each with what it is of. */
export interface ToldInOrder<Value extends object> {
  /** After the commit: this process knows at once, the others by the bus. */
  tell(spaceId: string, value: Value): void;
}

/**
 * Hears what changed, in this process and in others. What is heard before the own last change has come back is older than it, and would put
 * it away for a moment.
 */
export function toldInOrder<Value extends object>(
  bus: Bus,
  kind: string,
  take: (spaceId: string, value: Value) => void,
): ToldInOrder<Value> {
  const me = newId();
  /** Changes of this process that have not come back to it, by space. */
  const underWay = new Map<string, number>();
  bus.on(kind, (message) => {
    const { spaceId, from } = message as BusMessage & { spaceId: string; from?: string };
    const left = (underWay.get(spaceId) ?? 0) - (from === me ? 1 : 0);
    if (left > 0) underWay.set(spaceId, left);
    else {
      underWay.delete(spaceId);
      take(spaceId, message as unknown as Value);
    }
  });
  // what was under way may be lost
  bus.on('reconnected', () => underWay.clear());
  return {
    tell(spaceId, value) {
      underWay.set(spaceId, (underWay.get(spaceId) ?? 0) + 1);
      take(spaceId, value);
      bus.publish({ kind, spaceId, ...value, from: me });
    },
  };
}
