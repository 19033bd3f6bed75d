import type { Platform } from './platform.ts';

/** What became of one call of a batch. */
export type Outcome<Out> = { value: Out } | { error: unknown };

const mostTogether = 100;

/** A batch that takes longer is held up by something, and others shall not wait for it. */
const heldUpMs = 20;
/** So many are begun beside those that are held up. */
const mostBeside = 4;

/**
 * Does calls together that come while others are under way; a single one is done at once. No call joins a batch that has
 * begun, so each sees everything that was committed before it came. One batch runs at a time, because the more gather
 * meanwhile the less each costs; only where it is held up another is begun beside it. With `turns` a batch begins when all that
 * has come in this turn of the event loop is there.
 */
export function gathered<In, Out>(
  run: (inputs: In[]) => Promise<Outcome<Out>[]>,
  { turns = false, most = mostTogether } = {},
): (input: In) => Promise<Out> {
  let running = 0;
  let isDue = false;
  let heldUp = 0;
  let waiting: { input: In; done: (outcome: Outcome<Out>) => void }[] = [];

  function next(): void {
    if (!turns) return begin();
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      begin();
    });
  }

  function begin(): void {
    while (running < 1 + Math.min(heldUp, mostBeside) && waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      running += 1;
      void work(batch);
    }
  }

  async function work(batch: typeof waiting): Promise<void> {
    let outcomes: Outcome<Out>[];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      heldUp += 1;
      next();
    }, heldUpMs);
    try {
      outcomes = await run(batch.map(({ input }) => input));
    } catch (error) {
      outcomes = batch.map(() => ({ error }));
    }
    clearTimeout(timer);
    if (late) heldUp -= 1;
    running -= 1;
    batch.forEach(({ done }, index) => done(outcomes[index] ?? { error: new Error('a batch forgot a call') }));
    next();
  }

  return async (input) => {
    const outcome = await new Promise<Outcome<Out>>((done) => {
      waiting.push({ input, done });
      next();
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

interface OfSpace {
  platform: Platform;
  spaceId: string;
}

/** The same for each space by itself: calls of different spaces share no transaction. `of` says whose a call is. */
export function gatheredBySpace<In, Out>(
  of: (input: In) => OfSpace,
  run: (inputs: In[]) => Promise<Outcome<Out>[]>,
  { most = mostTogether }: { most?: number } = {},
): (input: In) => Promise<Out> {
  const known = new WeakMap<Platform, Map<string, (input: In) => Promise<Out>>>();
  return (input) => {
    const { platform, spaceId } = of(input);
    let spaces = known.get(platform);
    if (!spaces) known.set(platform, (spaces = new Map()));
    let ask = spaces.get(spaceId);
    if (!ask) spaces.set(spaceId, (ask = gathered(run, { turns: true, most })));
    return ask(input);
  };
}
