import { Readable } from 'node:stream';

/** Rows on their way: what breaks off in the midst is told in the same words as what is refused at once. */
export function toldStream(bytes: Readable, refuse: (error: unknown) => never): Readable {
  async function* inWords(): AsyncGenerator<Buffer> {
    try {
      yield* bytes as AsyncIterable<Buffer>;
    } catch (error) {
      refuse(error);
    }
  }
  const stream = Readable.from(inWords(), { objectMode: false });
  stream.on('error', () => {});
  stream.once('close', () => bytes.destroy());
  return stream;
}
