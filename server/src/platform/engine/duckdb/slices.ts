/**
 * Cuts rows that travel into slices of about so many bytes, each of which ends with a row. The slices are read one after the other;
 * whoever leaves one has left them all.
 */
export async function* slicesOf(
  chunks: AsyncIterable<Buffer | string>,
  most: number,
): AsyncGenerator<AsyncGenerator<Buffer>> {
  const reading = chunks[Symbol.asyncIterator]();
  let held: Buffer | undefined;
  let isOver = false;
  let isQuoted = false;
  const next = async (): Promise<Buffer | undefined> => {
    if (held) {
      const before = held;
      held = undefined;
      return before;
    }
    const read = await reading.next();
    return read.done ? undefined : Buffer.isBuffer(read.value) ? read.value : Buffer.from(read.value);
  };
  /** Behind its last row that ends, where that is wanted; -1 where none does. */
  const endIn = (chunk: Buffer, isWanted: boolean): number => {
    if (!isWanted && chunk.indexOf(quote) === -1) return -1;
    let end = -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === newline && isWanted && !isQuoted) end = at + 1;
    }
    return end;
  };
  async function* slice(first: Buffer): AsyncGenerator<Buffer> {
    let length = 0;
    for (let chunk: Buffer | undefined = first; chunk; chunk = await next()) {
      length += chunk.length;
      const end = endIn(chunk, length >= most);
      if (end === -1) {
        yield chunk;
        continue;
      }
      isQuoted = false;
      // a copy: where the chunk lies is used again once its first part is written
      if (end < chunk.length) held = Buffer.from(chunk.subarray(end));
      yield chunk.subarray(0, end);
      return;
    }
    isOver = true;
  }
  while (!isOver) {
    const first = await next();
    if (!first) return;
    yield slice(first);
  }
}

const [quote, newline] = [34, 10];
