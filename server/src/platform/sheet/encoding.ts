import type { SheetReading } from '@formwork/contract/records/import.ts';

type Encoding = SheetReading['encoding'];

/** The encoding of a text from its first bytes: a mark, else UTF-16 by its zero bytes, else UTF-8 when it is valid, else GB 18030. */
export function encodingOf(sample: Buffer): Encoding {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) zeros[index % 2]! += 1;
  if (zeros[1]! > sample.length / 8 && zeros[1]! > zeros[0]! * 4) return 'utf-16le';
  if (zeros[0]! > sample.length / 8 && zeros[0]! > zeros[1]! * 4) return 'utf-16be';
  return isUtf8(sample) ? 'utf-8' : 'gb18030';
}

/** Zero bytes are in no text but UTF-16: such a file is something else. */
export function looksLikeText(sample: Buffer, encoding: Encoding): boolean {
  return encoding.startsWith('utf-16') || !sample.includes(0);
}

function isUtf8(sample: Buffer): boolean {
  try {
    // a character cut in two at the end of the sample is no mistake
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
