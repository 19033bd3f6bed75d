/** Something that ends when nothing happens: one coarse wheel turns for all of them, in place of a timer each. */
export interface Timed {
  /** Milliseconds of `clock`; Infinity waits for ever. */
  deadline: number;
  /** Where it lies in the wheel, which alone writes it. */
  place?: number;
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
  const all: Timed[] = [];
  let now = performance.now();
  const timer = setInterval(() => {
    now = performance.now();
    // whoever ends takes itself out, and perhaps others
    for (const timed of all.filter(({ deadline }) => deadline <= now))
      if (timed.place !== undefined && timed.deadline <= now) timed.onTimeout();
  }, tickMs);
  timer.unref();
  return {
    now: () => now,
    add(timed) {
      if (timed.place === undefined) timed.place = all.push(timed) - 1;
    },
    remove(timed) {
      const { place } = timed;
      if (place === undefined) return;
      const last = all.pop()!;
      timed.place = undefined;
      if (last === timed) return;
      all[place] = last;
      last.place = place;
    },
    stop: () => clearInterval(timer),
  };
}
