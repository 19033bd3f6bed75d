import { Answers, hashBegin, hashed } from './answers.ts';
import type { WorkRow } from './work-row.ts';

const [tab, newline] = [9, 10];
/** After so many rows it is looked whether keeping answers was of use. */
const judgedAfter = 5_000;

/**
 * Lines of COPY as text, the first columns read and what is worked out of them put at the end of each. Signs are taken as bytes, in one
 * walk that writes them too: only what an expression reads is made a text, where the same bytes have no answer yet.
 */
export function copyLines(inputs: number, drop: number, work: WorkRow) {
  let rest: Buffer = Buffer.alloc(0);
  let answers: Answers | undefined = new Answers();
  let rows = 0;

  function answered(bytes: Buffer, from: number, to: number, hash: number): Buffer {
    const known = answers?.find(bytes, from, to, hash);
    if (known) return known;
    const fields = bytes.subarray(from, to);
    const texts = inputs === 0 ? [] : fields.toString('latin1').split('\t').map(fieldOf);
    const values = work(texts).map((value) => `\t${value === null ? String.raw`\N` : escaped(value)}`);
    const answer = Buffer.from(values.join(''));
    answers?.keep(fields, hash, answer);
    return answer;
  }

  function lines(bytes: Buffer): Buffer {
    const { length } = bytes;
    let out: Buffer = Buffer.allocUnsafeSlow(length + (length >> 2) + 4_096);
    let write = 0;
    for (let at = 0; at < length;) {
      let [end, hash] = [at, hashBegin];
      for (let fields = 0; fields < inputs; end += 1) {
        const byte = bytes[end]!;
        const isKept = fields >= drop;
        if (byte === tab || byte === newline) {
          fields += 1;
          if (fields === inputs || byte === newline) break;
        }
        hash = hashed(hash, byte);
        if (isKept) out[write++] = byte;
      }
      const answer = answered(bytes, at, end, hash);
      rows += 1;
      // nothing but what was read: what stands in front of the answer is its tab
      const isAll = drop > 0 && drop === inputs && bytes[end] === newline;
      if (drop > 0 && drop === inputs && !isAll) end += 1;
      for (; bytes[end] !== newline; end += 1) out[write++] = bytes[end]!;
      if (out.length - write < length - end + answer.length) out = grown(out, write, answer.length);
      for (let of = isAll ? 1 : 0; of < answer.length; of += 1) out[write++] = answer[of]!;
      out[write++] = newline;
      at = end + 1;
    }
    if (answers && rows > judgedAfter && answers.size > rows / 2) answers = undefined;
    return out.subarray(0, write);
  }

  return {
    /** The whole lines there are now, in bytes that nobody else holds. */
    take(chunk: Buffer): Buffer {
      const last = chunk.lastIndexOf(newline);
      if (last === -1) {
        rest = Buffer.concat([rest, chunk]);
        return Buffer.alloc(0);
      }
      const whole = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, last + 1)]) : chunk.subarray(0, last + 1);
      rest = Buffer.from(chunk.subarray(last + 1));
      return lines(whole);
    },
    end(): Buffer {
      const left = rest;
      rest = Buffer.alloc(0);
      return left.length > 0 ? lines(Buffer.concat([left, Buffer.of(newline)])) : left;
    },
  };
}

function grown(out: Buffer, write: number, more: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * out.length + more);
  out.copy(larger, 0, 0, write);
  return larger;
}

const beyondAscii = /[\u0080-\u00ff]/;

function fieldOf(raw: string): string | null {
  if (raw === String.raw`\N`) return null;
  const plain = raw.includes('\\') ? raw.replaceAll(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign) : raw;
  return beyondAscii.test(plain) ? Buffer.from(plain, 'latin1').toString() : plain;
}

const signs: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function escaped(value: string): string {
  return /[\\\n\r\t]/.test(value)
    ? value
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('\n', String.raw`\n`)
        .replaceAll('\r', String.raw`\r`)
        .replaceAll('\t', String.raw`\t`)
    : value;
}
