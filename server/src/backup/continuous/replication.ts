import { once } from 'node:events';
import pg from 'pg';

/** A connection that speaks the replication protocol, as the superuser of the embedded database. */
export interface Replication {
  client: pg.Client;
  /** Which database answers, and which of its timelines it writes. */
  identify(): Promise<{ system: string; timeline: number; position: bigint }>;
  /** Runs a command whose answer is a copy; every message is handed on whole, and is only valid until the call returns. */
  copy(command: string, seen: (message: Buffer) => void): Promise<Record<string, string>[][]>;
  /** Sends a message into a copy that goes both ways. */
  send(message: Buffer): void;
  pause(): void;
  resume(): void;
  end(): void;
}

/** What of pg's connection is needed beside its types. */
interface Wire {
  stream: { pause(): void; resume(): void; destroy(): void };
  sendCopyFromChunk(chunk: Buffer): void;
}

export async function openReplication(url: string): Promise<Replication> {
  const client = new pg.Client({
    connectionString: superuserOf(url),
    application_name: 'formwork backup log',
    keepAlive: true,
    ...{ replication: 'true' },
  });
  const lost = once(client, 'end').then(() => {
    throw new Error('The database ended the connection of the backup.');
  });
  lost.catch(() => {});
  client.on('error', () => {});
  await client.connect();
  const wire = (client as unknown as { connection: Wire }).connection;
  return {
    client,
    async identify() {
      const { rows } = await client.query<{ systemid: string; timeline: number; xlogpos: string }>('IDENTIFY_SYSTEM');
      const [row] = rows;
      return { system: row!.systemid, timeline: row!.timeline, position: positionOf(row!.xlogpos) };
    },
    copy(command, seen) {
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>[][]>();
      const query = new pg.Query(command) as unknown as {
        callback: (error: Error | undefined, results: pg.QueryResult | pg.QueryResult[]) => void;
        handleCopyData(message: { chunk: Buffer }): void;
      };
      query.callback = (error, results) => {
        if (error) reject(error);
        else
          resolve((Array.isArray(results) ? results : [results]).map(({ rows }) => rows as Record<string, string>[]));
      };
      query.handleCopyData = ({ chunk }) => {
        try {
          seen(chunk);
        } catch (error) {
          reject(error);
          wire.stream.destroy();
        }
      };
      client.query(query as never);
      return Promise.race([promise, lost]);
    },
    send: (message) => wire.sendCopyFromChunk(message),
    pause: () => wire.stream.pause(),
    resume: () => wire.stream.resume(),
    end: () => wire.stream.destroy(),
  };
}

/** The embedded database gives both of its roles one password; the owner may not replicate, and is not to. */
export function superuserOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'postgres';
  return url.href;
}

export const segmentBytes = 16 * 1024 * 1024;
const segment = BigInt(segmentBytes);

/** A place in the log: `0/3000148` as PostgreSQL writes it. */
export function positionOf(text: string): bigint {
  const [high, low] = text.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function positionText(position: bigint): string {
  return `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`;
}

/** Where the segment begins that holds a position. */
export const segmentStart = (position: bigint): bigint => position - (position % segment);
export const segmentAfter = (position: bigint): bigint => segmentStart(position) + segment;

/** The file of the log that begins there. */
export function segmentName(timeline: number, start: bigint): string {
  const number = start / segment;
  const hex = (part: bigint | number): string => part.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(timeline)}${hex(number / 256n)}${hex(number % 256n)}`;
}
