import { AppError } from '../errors.ts';

/** Work that somebody waits for: after so many milliseconds its signal ends it, and they are told of the time instead of how a stream broke. */
export async function patiently<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && !(error instanceof AppError)) throw new AppError('etl.look.time', { seconds: ms / 1_000 });
    throw error;
  }
}
