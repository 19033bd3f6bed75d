/** What became of one call of a batch. */
export type Outcome<Out> = { value: Out } | { error: unknown };

const most = 100;

/**
 * Does calls together that come while others are under way; a single one is done at once. No call joins a batch that has
 * begun, so each sees everything that was committed before it came. `lanes`: batches that run at the same time; the fewer,
 * the more gather meanwhile, and the more wait behind one that is held up.
 */
export function gathered<In, Out>(lanes: number, run: (inputs: In[]) => Promise<Outcome<Out>[]>): (input: In) => Promise<Out> {
  let running = 0;
  let waiting: { input: In; done: (outcome: Outcome<Out>) => void }[] = [];

  function next(): void {
    while (running < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      running += 1;
      void work(batch);
    }
  }

  async function work(batch: typeof waiting): Promise<void> {
    let outcomes: Outcome<Out>[];
    try {
      outcomes = await run(batch.map(({ input }) => input));
    } catch (error) {
      outcomes = batch.map(() => ({ error }));
    }
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
