import type { WorkRow } from './work-row.ts';

/** So many answers are kept: rows often say the same again. */
const mostKept = 20_000;
/** After so many rows it is looked whether keeping them was of use. */
const judgedAfter = 5_000;

/**
 * Lines of COPY as text, the first columns read and what is worked out of them put at the end of each. All else passes as it is: signs are
 * taken as bytes, and only what an expression reads is made a text.
 */
export function copyLines(inputs: number, drop: number, work: WorkRow) {
  let rest: Buffer = Buffer.alloc(0);
  let kept: Map<string, string> | undefined = new Map();
  let rows = 0;

  const answered = (fields: string): string => {
    const known = kept?.get(fields);
    if (known !== undefined) return known;
    const texts = inputs === 0 ? [] : fields.split('\t').map(fieldOf);
    const answer = work(texts)
      .map((value) => `\t${value === null ? String.raw`\N` : escaped(value)}`)
      .join('');
    if (kept && kept.size < mostKept) kept.set(fields, answer);
    return answer;
  };

  function lines(text: string): string {
    let out = '';
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at);
      let read = at;
      let dropped = at;
      for (let n = 0; n < inputs; n += 1) {
        const tab = text.indexOf('\t', read);
        read = tab === -1 || tab > end ? end + 1 : tab + 1;
        if (n + 1 === drop) dropped = read;
      }
      rows += 1;
      const answer = answered(inputs === 0 ? '' : text.slice(at, read - 1));
      // nothing but what was read: what stands in front of the answer is its tab
      out += dropped > end ? `${answer.slice(1)}\n` : `${text.slice(dropped, end)}${answer}\n`;
      at = end + 1;
    }
    if (kept && rows > judgedAfter && kept.size > rows / 2) kept = undefined;
    return out;
  }

  return {
    take(chunk: Buffer): Buffer {
      const last = chunk.lastIndexOf(10);
      if (last === -1) {
        rest = Buffer.concat([rest, chunk]);
        return Buffer.alloc(0);
      }
      const whole = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, last + 1)]) : chunk.subarray(0, last + 1);
      rest = Buffer.from(chunk.subarray(last + 1));
      return Buffer.from(lines(whole.toString('latin1')), 'latin1');
    },
    end(): Buffer {
      const left = rest;
      rest = Buffer.alloc(0);
      return left.length > 0 ? Buffer.from(lines(`${left.toString('latin1')}\n`), 'latin1') : left;
    },
  };
}

const beyondAscii = /[\u0080-\u00ff]/;
const manySigns = /[^\u0000-\u007f]/;

function fieldOf(raw: string): string | null {
  if (raw === String.raw`\N`) return null;
  const plain = raw.includes('\\') ? raw.replaceAll(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign) : raw;
  return beyondAscii.test(plain) ? Buffer.from(plain, 'latin1').toString() : plain;
}

const signs: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function escaped(value: string): string {
  const plain = /[\\\n\r\t]/.test(value)
    ? value
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('\n', String.raw`\n`)
        .replaceAll('\r', String.raw`\r`)
        .replaceAll('\t', String.raw`\t`)
    : value;
  return manySigns.test(plain) ? Buffer.from(plain).toString('latin1') : plain;
}
