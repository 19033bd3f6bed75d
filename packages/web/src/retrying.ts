export interface RetryOptions {
  /** How often it is tried again after the first time. */
  retries: number;
  /** Milliseconds before the first retry; each later wait is twice the one before. */
  firstWait: number;
  wait?: (ms: number) => Promise<void>;
}

/** Tries until it succeeds or the retries are used up; fails with the last failure. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { retries, firstWait, wait = pause }: RetryOptions,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= retries) throw error;
      await wait(firstWait * 2 ** tried);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
