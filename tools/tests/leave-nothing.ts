import { afterAll, vi } from 'vitest';

// Files of tests follow each other in one process: what one put in the place of clocks, globals and functions is not there for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
