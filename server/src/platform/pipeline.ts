import type pg from 'pg';

/** A connection of the pool with what the driver's types leave out. */
export interface PipelineClient extends pg.PoolClient {
  /** Statements leave without waiting for the answers to those before. To be changed only while nothing is asked. */
  pipeline: boolean;
}

interface Stream {
  cork(): void;
  uncork(): void;
}

const gathering = new WeakSet<object>();

/** To be called before a statement is asked: what one turn of the event loop asks of a connection leaves in one write. */
export function gatherWrites(client: object): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = (client as { connection: { stream: Stream } }).connection;
  stream.cork();
  setImmediate(() => {
    gathering.delete(client);
    stream.uncork();
  });
}
