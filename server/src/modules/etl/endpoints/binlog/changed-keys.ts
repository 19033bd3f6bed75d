import {
  eventTypes,
  isBefore,
  payloadOf,
  rotatedTo,
  statementOf,
  waitingName,
  type LogEvent,
  type LogPlace,
} from './events.ts';
import { keyValue, type KeyColumn, type KeyValue } from './keys.ts';
import { rowsIn, saysRows, tableIn, tableMapOf, type RowImage, type TableMap } from './rows.ts';

export interface WatchedTable {
  schema: string;
  name: string;
  keys: readonly KeyColumn[];
  /** The server takes small and capital letters of names for the same. */
  caseless: boolean;
}

export interface ChangedKeys {
  /** By their text; where it says why, all rows are to be read instead. */
  keys: Map<string, KeyValue[]>;
  all: 'lost' | 'many' | 'altered' | undefined;
  /** When the file at the end was begun; undefined where none was heard of. */
  made: number | undefined;
  /** Where the next reading goes on: before what waits for its commit. */
  next: LogPlace;
}

/**
 * Gathers which keys of a table changed up to a place. What is no row of it but may have changed many (a statement about the table, a
 * kind of event that nobody takes apart) asks for all rows; so does a file that was begun at another time than the one that is known.
 */
export function keysChanged(
  table: WatchedTable,
  { from, known, upTo, most }: { from: LogPlace; known: number | undefined; upTo: LogPlace; most: number },
): { hear: (event: LogEvent) => boolean; result: () => ChangedKeys } {
  const keys = new Map<string, KeyValue[]>();
  const maps = new Map<number, TableMap | undefined>();
  const waiting = new Map<string, LogPlace>();
  const caseOf = (name: string) => (table.caseless ? name.toLowerCase() : name);
  const isTable = ({ schema, name }: TableMap) =>
    caseOf(schema) === caseOf(table.schema) && caseOf(name) === caseOf(table.name);
  let here = from;
  let begun = from;
  let touched = false;
  let made: number | undefined;
  let all: ChangedKeys['all'];

  const note = (image: RowImage): void => {
    const key: KeyValue[] = [];
    for (const column of table.keys) {
      const bytes = image[column.place];
      if (!bytes) return void (all = 'altered');
      key.push(keyValue(column, bytes));
    }
    keys.set(JSON.stringify(key.map(({ text }) => text)), key);
    if (keys.size > most) all = 'many';
  };

  const takeRows = (event: LogEvent): void => {
    const map = maps.get(tableIn(event));
    if (!map) return;
    touched = true;
    for (const { before, after } of rowsIn(event, map)) {
      if (before) note(before);
      // where the log says only what changed, the rest of the key is that of before
      if (after) note(before ? merged(before, after) : after);
    }
  };

  const takeStatement = (event: LogEvent): void => {
    const { schema, sql } = statementOf(event);
    const ended = /^XA\s+(?:COMMIT|ROLLBACK)\s+(\S+)/i.exec(sql.trim());
    if (ended) waiting.delete(ended[1]!.toUpperCase());
    if (mayChange(table, schema, sql)) all = 'altered';
  };

  const take = (event: LogEvent): void => {
    switch (event.type) {
      case eventTypes.head:
        if (made === undefined && known !== undefined && known !== event.at) all = 'lost';
        made = event.at;
        return;
      case eventTypes.query:
      case eventTypes.pressedQuery:
        return takeStatement(event);
      case eventTypes.tableMap: {
        const map = tableMapOf(event);
        maps.set(map.id, isTable(map) ? map : undefined);
        return;
      }
      case eventTypes.xaPrepare:
        if (touched) waiting.set(waitingName(event).toUpperCase(), begun);
        return;
      case eventTypes.partialUpdate:
        if (maps.get(tableIn(event))) all = 'altered';
        return;
      case eventTypes.transactionPayload:
        for (const one of payloadOf(event)) take(one);
        return;
      default:
        if (saysRows(event)) takeRows(event);
    }
  };

  return {
    hear(event) {
      if (event.type === eventTypes.rotate) {
        here = rotatedTo(event);
        begun = here;
        maps.clear();
        return true;
      }
      // what a transaction begins with; of MariaDB and of MySQL
      if (opening.has(event.type) && isBefore(here, upTo)) {
        begun = here;
        touched = false;
      }
      try {
        if (event.type === eventTypes.head || isBefore(here, upTo)) take(event);
      } catch {
        // written in a way that nobody here can take apart
        all = 'altered';
      }
      if (event.next > 0) here = { file: here.file, offset: event.next };
      // the file at the end begins with what says when it was made
      return all === undefined && (isBefore(here, upTo) || made === undefined || here.file !== upTo.file);
    },
    result() {
      const first = [...waiting.values()].reduce((one, other) => (isBefore(other, one) ? other : one), upTo);
      return { keys, all, made, next: first };
    },
  };
}

const merged = (before: RowImage, after: RowImage): RowImage =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, place) =>
    after[place] === undefined ? before[place] : after[place],
  );

/** GTID events, of MySQL (also without a number) and of MariaDB. */
const opening = new Set([33, 34, 42, 162]);

/** A statement of its own about the table: whatever it does, rows may be others afterwards. */
function mayChange(table: WatchedTable, schema: string, sql: string): boolean {
  if (!/\b(?:truncate|drop|rename|alter|create|replace|insert|update|delete|load|merge)\b/i.test(sql)) return false;
  if (/^\s*(?:grant|revoke|analyze|optimize|flush)\b/i.test(sql)) return false;
  const text = sql.toLowerCase();
  if (/\bdrop\s+(?:database|schema)\b/.test(text) && text.includes(table.schema.toLowerCase())) return true;
  const here = schema.toLowerCase() === table.schema.toLowerCase() || text.includes(table.schema.toLowerCase());
  return here && text.includes(table.name.toLowerCase());
}
