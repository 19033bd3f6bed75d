import { StringDecoder } from 'node:string_decoder';
import type { TargetEncoding } from '@formwork/contract/etl/task.ts';
import { encodeGb18030 } from '../../../platform/sheet/gb18030.ts';

/** A text in UTF-8 in another encoding. */
export function encoded(encoding: TargetEncoding): (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer> {
  switch (encoding) {
    case 'utf-8':
      return (bytes) => bytes;
    case 'utf-8-bom':
      return (bytes) => behind(Buffer.from('\ufeff'), bytes);
    case 'gb18030':
      return (bytes) => rewritten(bytes, encodeGb18030);
    case 'utf-16le':
      return (bytes) =>
        behind(
          Buffer.from('\ufeff', 'utf16le'),
          rewritten(bytes, (text) => Buffer.from(text, 'utf16le')),
        );
  }
}

async function* behind(head: Buffer, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* bytes;
}

async function* rewritten(bytes: AsyncIterable<Buffer>, write: (text: string) => Buffer): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of bytes) yield write(decoder.write(chunk));
  yield write(decoder.end());
}
