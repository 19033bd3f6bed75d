import type { Encoding } from '@formwork/contract/records/encodings.ts';
import { decoderOf, fits } from './decoding.ts';
import { likeliestOf } from './likeliest.ts';

/** The encoding of a text from its first bytes: a mark, else UTF-16 by its build, else UTF-8 when it is, else what its bytes are likeliest to mean. */
export function encodingOf(sample: Buffer): Encoding {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return 'utf-8';
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) zeros[index % 2]! += 1;
  if (zeros[1]! > sample.length / 8 && zeros[1]! > zeros[0]! * 4 && isUtf16(sample, 'utf-16le')) return 'utf-16le';
  if (zeros[0]! > sample.length / 8 && zeros[0]! > zeros[1]! * 4 && isUtf16(sample, 'utf-16be')) return 'utf-16be';
  return fits(sample, 'utf-8') || isMostlyUtf8(sample) ? 'utf-8' : likeliestOf(sample);
}

/** Null bytes alone do not make it so: programs fill up the cells of other texts with them. */
function isUtf16(sample: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean {
  if (!fits(sample.subarray(0, sample.length - (sample.length % 2)), encoding)) return false;
  const text = decoderOf(encoding).decode(sample);
  return /[\r\n]/.test(text) || !(sample.includes(0x0a) || sample.includes(0x0d));
}

/** A wrong byte here and there in a text that is UTF-8 beyond any chance. */
function isMostlyUtf8(sample: Buffer): boolean {
  const text = decoderOf('utf-8').decode(sample);
  const wrong = text.split('\ufffd').length - 1;
  const wide = text.match(/[^\0-\u007f\ufffd]/g)?.length ?? 0;
  // signs of three bytes are hardly ever a chance: twice as many as what is wrong say as much as four times as many of any length
  const long = text.match(/[\u0800-\ufffc]/g)?.length ?? 0;
  return wide > wrong * 4 || long > wrong * 2;
}
