import type { Answer } from '../call.ts';

export interface AnswerCache {
  get(key: string): Answer | undefined;
  put(key: string, answer: Answer, seconds: number): void;
  /** Of an API, all or those of a space. */
  purge(part: string): void;
}

const mostBytes = 64 * 1024 * 1024;

/** Of one thread; what was not asked for the longest goes first. */
export function openCache(): AnswerCache {
  const kept = new Map<string, { answer: Answer; at: number; until: number; bytes: number }>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      if (found.until <= Date.now()) {
        drop(key);
        return undefined;
      }
      kept.delete(key);
      kept.set(key, found);
      const age = String(Math.floor((Date.now() - found.at) / 1_000));
      return { ...found.answer, headers: [...found.answer.headers.filter(([name]) => name !== 'age'), ['age', age]] };
    },
    put(key, answer, seconds) {
      const size = answer.body.length + key.length * 2 + 500;
      if (size > mostBytes / 8) return;
      drop(key);
      kept.set(key, { answer, at: Date.now(), until: Date.now() + seconds * 1_000, bytes: size });
      bytes += size;
      while (bytes > mostBytes) drop(kept.keys().next().value!);
    },
    purge(part) {
      for (const key of kept.keys()) if (key.includes(part)) drop(key);
    },
  };
}
