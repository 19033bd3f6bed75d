import { vi } from 'vitest';

// A busy machine may need longer for what a test waits for than the second that is usual; where it comes soon nothing is lost.
const ms = 60_000;
const patient = <O extends object>(options: O | number | undefined): O | number =>
  typeof options === 'number' ? options : ({ timeout: ms, ...options } as O);
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
