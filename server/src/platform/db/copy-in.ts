import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * Rows by COPY on a connection that does nothing else meanwhile; `lines` are in its text format. A connection that breaks on the
 * way fails the COPY, whether the driver's stream hears of it or not.
 */
export async function copyInto(client: pg.ClientBase, text: string, lines: string): Promise<void> {
  let broken: (error?: Error) => void = () => {};
  try {
    // the driver takes a COPY stream where it takes a statement
    const stream = client.query(copyFrom(text) as never) as unknown as ReturnType<typeof copyFrom>;
    await new Promise<void>((resolve, reject) => {
      broken = (error) => reject(error ?? new Error('the connection ended during COPY'));
      client.on('error', broken).on('end', broken);
      stream.on('finish', resolve);
      stream.on('error', reject);
      stream.end(lines);
    });
  } finally {
    client.off('error', broken).off('end', broken);
  }
}

/** A line of COPY's text format. */
export function copyLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '\\N' : typeof cell === 'number' ? cell : escaped(cell))).join('\t')}\n`;
}

export function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
    : text;
}
