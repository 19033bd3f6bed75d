import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../../../../platform/errors.ts';

/** A longer line ends the reading: it would have to be held whole. */
const longest = 16 * 1024 * 1024;

/** The lines of a text, without their ends. */
export async function* linesOf(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let [rest, line] = ['', 0];
  for await (const chunk of bytes) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    for (const text of lines) {
      line += 1;
      yield line === 1 ? text.replace(/^\ufeff/, '') : text;
    }
    if (rest.length > longest) throw new AppError('etl.file.line_too_long', { file, row: line + 1 });
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
