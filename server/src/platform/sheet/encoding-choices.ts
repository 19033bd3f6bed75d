import { isAscii } from 'node:buffer';
import { encodings, type Encoding, type EncodingChoice } from '@formwork/contract/records/encodings.ts';
import type { Files } from '../files/files.ts';
import { decoderOf } from './decoding.ts';

const lineFeed = 0x0a;
const shownLines = 3;
const shownLength = 160;
/** A line that never ends is looked at in pieces. */
const mostBlock = 1024 * 1024;

/** How the text reads in each encoding, those into which all of it fits first; a part of it that is at hand is looked at instead of the whole. */
export async function choicesFor(
  source: { files: Files; key: string } | Buffer,
  guess: Encoding,
): Promise<EncodingChoice[]> {
  const trials = new Map(encodings.map((encoding) => [encoding, { ...decoderOf(encoding), fits: true }]));
  const telling: Buffer[] = [];
  let misfit: Buffer | undefined;
  let first: Buffer = Buffer.alloc(0);
  for await (const block of blocksOf(source)) {
    if (first.length === 0) first = block.subarray(0, shownLength * 2);
    const wide = !isAscii(block) || block.includes(0);
    if (wide && telling.length < shownLines) telling.push(...tellingIn(block, shownLines - telling.length));
    for (const [encoding, trial] of trials) {
      if (!trial.fits || (!wide && !encoding.startsWith('utf-16'))) continue;
      trial.fits = !trial.misfits.test(trial.decode(block));
      if (!trial.fits && encoding === guess) misfit = badLine(block, encoding);
    }
  }
  for (const trial of trials.values()) trial.fits &&= !trial.misfits.test(trial.decode());
  // where the guess went wrong is the most telling line of all
  const lines = misfit ? [misfit, ...telling.filter((line) => !line.equals(misfit)).slice(0, shownLines - 1)] : telling;
  const found = encodings.map((encoding): EncodingChoice => {
    const wide = encoding.startsWith('utf-16');
    const text = wide ? shown(first, encoding) : lines.map((line) => shown(line, encoding)).join('\n');
    return { encoding, fits: trials.get(encoding)!.fits, text };
  });
  return [...found.filter((choice) => choice.fits), ...found.filter((choice) => !choice.fits)];
}

/** Pieces that end with their line: whatever the encoding, UTF-16 apart, this byte is no part of another sign, and no sign is cut in two. */
async function* blocksOf(source: { files: Files; key: string } | Buffer): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(source)) {
    // the last line of a part is perhaps not whole
    const end = source.lastIndexOf(lineFeed) + 1;
    yield end > 0 ? source.subarray(0, end) : source;
    return;
  }
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of (await source.files.open(source.key)) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.length > mostBlock ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

function* linesOf(block: Buffer): Generator<Buffer> {
  for (let at = 0; at < block.length;) {
    const end = block.indexOf(lineFeed, at);
    yield block.subarray(at, end < 0 ? block.length : end);
    if (end < 0) return;
    at = end + 1;
  }
}

function tellingIn(block: Buffer, most: number): Buffer[] {
  const found: Buffer[] = [];
  for (const line of linesOf(block)) {
    if (found.length >= most) break;
    if (!isAscii(line)) found.push(Buffer.from(line));
  }
  return found;
}

function badLine(block: Buffer, encoding: Encoding): Buffer | undefined {
  for (const line of linesOf(block)) {
    const { decode, misfits } = decoderOf(encoding);
    if (misfits.test(decode(line) + decode())) return Buffer.from(line);
  }
  return undefined;
}

/** Around the first sign that is not plain, so that it is in sight; pages without their tags. */
function shown(line: Buffer, encoding: Encoding): string {
  const { decode, misfits } = decoderOf(encoding);
  const text = (decode(line) + decode())
    .replace(/^\ufeff/, '')
    .replaceAll(new RegExp(misfits.source, 'g'), '\ufffd')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  const at = Math.max(0, text.search(/[^\0-\u007f]/) - 40);
  return (at > 0 ? '…' : '') + text.slice(at, at + shownLength).trim();
}
