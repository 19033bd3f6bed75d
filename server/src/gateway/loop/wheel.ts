/** Something that ends when nothing happens: one coarse wheel turns for all of them, in place of a timer each. */
export interface Timed {
  /** Milliseconds of `clock`; Infinity waits for ever. */
  deadline: number;
  onTimeout(): void;
}

export interface Wheel {
  /** Milliseconds, as coarse as the wheel. */
  now(): number;
  add(timed: Timed): void;
  remove(timed: Timed): void;
  stop(): void;
}

const tickMs = 100;

export function openWheel(): Wheel {
  const all = new Set<Timed>();
  let now = performance.now();
  const timer = setInterval(() => {
    now = performance.now();
    for (const timed of all) if (timed.deadline <= now) timed.onTimeout();
  }, tickMs);
  timer.unref();
  return {
    now: () => now,
    add: (timed) => void all.add(timed),
    remove: (timed) => void all.delete(timed),
    stop: () => clearInterval(timer),
  };
}
