/** The topics that the sockets of a session watch: each counts once, in however many pages it is watched. */
export interface SessionTopics {
  /** False where the session watches as many others as it may. */
  take(sessionId: string, topic: string): boolean;
  /** Once for each time it was taken. */
  drop(sessionId: string, topic: string): void;
}

export function countTopics(most: number): SessionTopics {
  const sessions = new Map<string, Map<string, number>>();
  return {
    take(sessionId, topic) {
      const topics = sessions.get(sessionId) ?? new Map<string, number>();
      if (!topics.has(topic) && topics.size >= most) return false;
      topics.set(topic, (topics.get(topic) ?? 0) + 1);
      sessions.set(sessionId, topics);
      return true;
    },
    drop(sessionId, topic) {
      const topics = sessions.get(sessionId);
      const left = (topics?.get(topic) ?? 0) - 1;
      if (left > 0) topics!.set(topic, left);
      else topics?.delete(topic);
      if (topics?.size === 0) sessions.delete(sessionId);
    },
  };
}
