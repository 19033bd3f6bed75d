/** Carries out work that comes in steps without holding the process up: others have their turn every few milliseconds. */
export async function inSlices<T>(work: Generator<void, T>, ms = 10): Promise<T> {
  let until = performance.now() + ms;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + ms;
  }
}
