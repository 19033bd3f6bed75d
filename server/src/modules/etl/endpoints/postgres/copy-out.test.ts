import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { giveBack } from '../../../../platform/engine/lent.ts';
import { CopyOut } from './copy-out.ts';

const message = (kind: string, content: Buffer | string): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(Buffer.byteLength(content) + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
};

/** A line over which pieces come: `piece` as one that reads into the same place again, `data` as any. */
function line(how: 'piece' | 'data') {
  const stream = Object.assign(new EventEmitter(), { resume() {}, pause() {} }) as unknown as Socket;
  const heard: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => heard.push(bytes));
  const seen: number[] = [];
  const copy = new CopyOut(
    'copy t to stdout',
    (error) => error,
    (rows) => seen.push(rows),
  );
  copy.submit({ stream, query() {} });
  const place = Buffer.alloc(1024 * 1024);
  return {
    copy,
    seen,
    heard: () => Buffer.concat(heard).toString(),
    comes(bytes: Buffer): void {
      if (how === 'data') stream.emit('data', Buffer.from(bytes));
      else {
        bytes.copy(place);
        const piece = place.subarray(0, bytes.length);
        if (!stream.emit('piece', piece)) stream.emit('data', Buffer.from(piece));
        place.fill(0);
      }
    },
  };
}

const rows = ['1,a\n', '', `2,${'x'.repeat(100)}\n`, '3,c\n'];
const said = Buffer.concat([
  message('H', '\0\0\0'),
  ...rows.map((row) => message('d', row)),
  message('N', 'a notice in between'),
  message('d', '4,last\n'),
  message('c', ''),
  message('C', 'COPY 5\0'),
]);

describe.each(['piece', 'data'] as const)('rows that come as %s', (how) => {
  test('are the same wherever the pieces end', async () => {
    for (const size of [1, 2, 3, 5, 7, 64, said.length]) {
      const { copy, comes, heard, seen } = line(how);
      const all = buffer(copy);
      for (let at = 0; at < said.length; at += size) comes(said.subarray(at, at + size));
      expect((await all).toString()).toBe([...rows, '4,last\n'].join(''));
      expect(seen.at(-1)).toBe(5);
      expect(heard()).toContain('COPY 5');
    }
  });

  test('are whole where they are larger than what is handed on at once, and places are used again', async () => {
    const { copy, comes } = line(how);
    const texts = Array.from({ length: 40 }, (_, n) => `${n},${String.fromCodePoint(97 + (n % 26)).repeat(30_000)}\n`);
    const came: string[] = [];
    const places = new Set<ArrayBufferLike>();
    const all = (async () => {
      for await (const piece of copy as AsyncIterable<Buffer>) {
        came.push(piece.toString());
        places.add(piece.buffer);
        giveBack(piece);
      }
    })();
    for (const text of texts) {
      comes(message('d', text));
      await new Promise((resolve) => setImmediate(resolve));
    }
    comes(message('c', ''));
    await all;
    expect(came.join('')).toBe(texts.join(''));
    expect(places.size).toBeLessThan(10);
  });

  test('an error in their midst is the client’s to read', async () => {
    const { copy, comes, heard } = line(how);
    comes(Buffer.concat([message('d', '1\n'), message('E', 'SERROR')]));
    expect(heard()).toBe(message('E', 'SERROR').toString());
    copy.handleError(new Error('no more'));
    await expect(buffer(copy)).rejects.toThrow('no more');
  });
});
