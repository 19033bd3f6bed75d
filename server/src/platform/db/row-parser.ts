import { Parser, type MessageCallback } from 'pg-protocol/dist/parser.js';
import type { BackendMessage } from 'pg-protocol/dist/messages.js';

/** The part of the driver's connection that is used here; its types leave it out. */
interface Connection {
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(event: string, message: BackendMessage): void;
}

/** The driver's parser with a method that its types keep to themselves. */
const OpenParser = Parser as unknown as new () => {
  parse(bytes: Buffer, callback: MessageCallback): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage;
};

/**
 * For connections that read many short rows as text: each row becomes one string and its columns parts of that, which halves
 * the work of reading a page of records. Their texts are `ByteText`. Not for rows that are kept: a long column holds the whole row in memory.
 */
export function readRowsWhole(client: object): void {
  const { connection } = client as { connection: Connection };
  connection.attachListeners = (stream) => {
    const parser = new RowParser();
    stream.on('data', (bytes: Buffer) =>
      parser.parse(bytes, (message) =>
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
      ),
    );
  };
}

const dataRow = 'D'.charCodeAt(0);

class RowParser extends OpenParser {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage {
    return code === dataRow
      ? ({ name: 'dataRow', length, fields: fieldsOf(bytes, offset, length) } as BackendMessage)
      : super.handlePacket(offset, code, length, bytes);
  }
}

/** A count of 16 bits, then each column with its length of 32 bits; -1 stands for null. `length` counts itself. */
function fieldsOf(bytes: Buffer, start: number, length: number): (string | null)[] {
  const row = bytes.toString('latin1', start, start + length - 4);
  const fields = new Array<string | null>(bytes.readInt16BE(start));
  let at = 2;
  for (let index = 0; index < fields.length; index += 1) {
    const size = bytes.readInt32BE(start + at);
    at += 4;
    if (size < 0) {
      fields[index] = null;
      continue;
    }
    fields[index] = row.slice(at, at + size);
    at += size;
  }
  return fields;
}
