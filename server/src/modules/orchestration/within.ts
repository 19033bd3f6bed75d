export const late = Symbol('late');

/** What comes first, `late` after so many milliseconds. A timer that is cleared costs less than one that is aborted. */
export async function within<T>(ms: number, work: readonly Promise<T>[]): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([...work, over]);
  } finally {
    clearTimeout(timer);
  }
}
