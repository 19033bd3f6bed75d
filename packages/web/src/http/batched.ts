/** What is asked for within this time goes together. */
const gatherMs = 10;
const mostIds = 100;

/** Reads things one by one as if each were asked for alone: what a page of rows asks for at the same moment is one call. */
export function batched<Answer>(
  fetch: (ids: string[]) => Promise<ReadonlyMap<string, Answer>>,
  missing: Answer,
): (id: string) => Promise<Answer> {
  let asked = new Map<
    string,
    { answer: Promise<Answer>; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  >();
  const send = (): void => {
    const all = [...asked];
    asked = new Map();
    for (let from = 0; from < all.length; from += mostIds) {
      const part = all.slice(from, from + mostIds);
      fetch(part.map(([id]) => id)).then(
        (found) => {
          for (const [id, { resolve }] of part) resolve(found.get(id) ?? missing);
        },
        (error: unknown) => {
          for (const [, { reject }] of part) reject(error);
        },
      );
    }
  };
  return (id) => {
    const known = asked.get(id);
    if (known) return known.answer;
    if (asked.size === 0) setTimeout(send, gatherMs);
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
    asked.set(id, { answer, resolve, reject });
    return answer;
  };
}
