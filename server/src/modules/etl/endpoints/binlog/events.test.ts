import { crc32, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { keysChanged } from './changed-keys.ts';
import { eventReader, eventTypes } from './events.ts';
import type { KeyColumn } from './keys.ts';

// What MySQL writes and MariaDB does not: rows of the second version, in a transaction that is pressed together.

const head = Buffer.alloc(80);
head[79] = 1;
const number = (value: number, bytes: number): Buffer => {
  const out = Buffer.alloc(bytes);
  out.writeUIntLE(value, 0, bytes);
  return out;
};
function event(type: number, body: Buffer, { next = 0, checked = true, flags = 0 } = {}): Buffer {
  const size = 19 + body.length + (checked ? 4 : 0);
  const bytes = [
    number(100, 4),
    number(type, 1),
    number(1, 4),
    number(size, 4),
    number(next, 4),
    number(flags, 2),
    body,
  ];
  const whole = Buffer.concat(bytes);
  return checked ? Buffer.concat([whole, number(crc32(whole), 4)]) : whole;
}

const id: KeyColumn = {
  name: 'id',
  place: 0,
  type: 'int',
  unsigned: false,
  charset: '',
  octets: 0,
  precision: 0,
  scale: 0,
  choices: [],
};
const map = Buffer.concat([
  number(5, 6),
  number(1, 2),
  Buffer.from('\x05plant\0\x06orders\0', 'latin1'),
  number(2, 1),
  Buffer.from([3, 15]),
  Buffer.from([2, 160, 0]),
  number(2, 1),
]);
const rows = (values: Buffer, masks = [3]) =>
  Buffer.concat([number(5, 6), number(1, 2), number(2, 2), number(2, 1), Buffer.from(masks), values]);

test.each([true, false])('rows of the second version, pressed together or not: %s', (pressed) => {
  const inside = Buffer.concat([
    event(eventTypes.tableMap, map, { checked: false }),
    // before: the key alone; after: the text alone
    event(31, rows(Buffer.from([0, 7, 0, 0, 0, 0, 1, 65]), [1, 2]), { checked: false }),
    event(30, rows(Buffer.concat([Buffer.from([0]), number(300, 4), Buffer.from([2, 66, 66])])), { checked: false }),
  ]);
  const bytes = pressed ? zstdCompressSync(inside) : inside;
  const payload = Buffer.concat([
    Buffer.from([2, 1, pressed ? 0 : 255, 3, 3, 0xfc]),
    number(inside.length, 2),
    Buffer.from([1, 3, 0xfc]),
    number(bytes.length, 2),
    Buffer.from([0]),
    bytes,
  ]);
  const from = { file: 'log.000009', offset: 4 };
  const upTo = { file: 'log.000010', offset: 500 };
  const table = { schema: 'plant', name: 'orders', keys: [id], caseless: false };
  const { hear, result } = keysChanged(table, { from, known: 100, upTo, most: 10 });
  const read = eventReader();
  const rotate = (file: string) => Buffer.concat([number(4, 6), number(0, 2), Buffer.from(file)]);
  const told = [
    event(eventTypes.rotate, rotate('log.000009'), { flags: 0x20 }),
    event(eventTypes.head, head),
    event(eventTypes.transactionPayload, payload, { next: 400 }),
    event(eventTypes.rotate, rotate('log.000010')),
    event(eventTypes.rotate, rotate('log.000010'), { flags: 0x20, checked: false }),
    event(eventTypes.head, head, { next: 120 }),
    event(16, Buffer.alloc(8), { next: 500 }),
  ].map((packet) => hear(read(packet)));
  expect(told).toEqual([true, true, true, true, true, true, false]);
  const { keys, ...rest } = result();
  expect([...keys.keys()]).toEqual(['["7"]', '["300"]']);
  expect(rest).toEqual({ all: undefined, made: 100, next: upTo });
});
