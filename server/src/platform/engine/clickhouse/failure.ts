import type { Readable } from 'node:stream';

/** What the server says went wrong: `code` is `CLICKHOUSE_` and its number. */
export class ClickhouseError extends Error {
  readonly code: string;

  constructor(number: number, message: string) {
    super(message);
    this.name = 'ClickhouseError';
    this.code = `CLICKHOUSE_${number}`;
  }
}

/** The failure that a text ends with, as all versions write it. */
export function failureIn(text: string): ClickhouseError | undefined {
  const [, number, message = ''] = /Code: (\d+)[.,] (?:e\.displayText\(\) = )?([\s\S]*)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const plain = message
    .replace(/^DB::(?:Net)?Exception: /, '')
    .replace(/, e\.what\(\) = [\s\S]*$/, '')
    .replace(/\s*\(version [^)]*\)+[\s\S]*$/, '');
  return new ClickhouseError(Number(number), plain.trim());
}

/** Longer is no failure that comes in the midst of rows. */
const heldBytes = 16 * 1024;

/**
 * An answer that began well may end with a failure: its status was sent long before. Old servers write it behind the rows and end as
 * if all were there, newer ones break off behind it, those from 25.11 on write it between marks with a tag of the answer.
 */
export async function* checkedToItsEnd(body: Readable, tag: string | null): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      held = held.length === 0 ? part : Buffer.concat([held, part]);
      if (held.length <= heldBytes) continue;
      yield held.subarray(0, held.length - heldBytes);
      held = held.subarray(held.length - heldBytes);
    }
  } catch (error) {
    throw failureAtEnd(held, tag) ?? error;
  }
  const failure = failureAtEnd(held, tag);
  if (failure) throw failure;
  if (held.length > 0) yield held;
}

function failureAtEnd(end: Buffer, tag: string | null): ClickhouseError | undefined {
  const text = end.toString();
  if (tag !== null) {
    const at = text.lastIndexOf(`__exception__\r\n${tag}\r\n`);
    return at < 0 ? undefined : failureIn(text.slice(at).replace(/\r?\n\d+ [^\n]*\r?\n__exception__\r?\n$/, ''));
  }
  // texts in rows stand between quotes: no row ends like this
  const at =
    /(?:^|\n)Code: \d+[.,] [\s\S]*DB::(?:Net)?Exception[\s\S]*(?:e\.what\(\) = [\w:]+|\(version [^"]*\))\s*$/.exec(
      text,
    );
  return at ? failureIn(at[0]) : undefined;
}
