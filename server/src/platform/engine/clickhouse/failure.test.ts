import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { checkedToItsEnd, failureIn } from './failure.ts';

const read = (parts: (string | Error)[], tag: string | null = null) => {
  async function* sent() {
    for (const part of parts) {
      if (part instanceof Error) throw part;
      yield await Promise.resolve(Buffer.from(part));
    }
  }
  return buffer(Readable.from(checkedToItsEnd(Readable.from(sent()), tag))).then(String);
};

const rows = '1,"a"\n2,"b"\n'.repeat(5_000);

test('rows come as they are', async () => {
  expect(await read([rows, rows])).toBe(rows + rows);
  expect(await read([])).toBe('');
  const quoted = '1,"\nCode: 1, e.displayText() = DB::Exception: x, e.what() = DB::Exception\n"\n';
  expect(await read([rows, quoted])).toBe(rows + quoted);
});

test('a failure behind the rows is one, as each version writes it', async () => {
  await expect(
    read([rows, 'Code: 395, e.displayText() = DB::Exception: Value is odd, e.what() = DB::Exception\n']),
  ).rejects.toMatchObject({ code: 'CLICKHOUSE_395', message: 'Value is odd' });
  const newer =
    'Code: 395. DB::Exception: Value is odd. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 24.8.1.1 (official build))\n';
  await expect(read([rows, newer, new Error('terminated')])).rejects.toMatchObject({ code: 'CLICKHOUSE_395' });
  const marked = `\r\n__exception__\r\ntagtagtagtagtagt\r\n${newer}${newer.length} tagtagtagtagtagt\r\n__exception__\r\n`;
  await expect(read([rows, marked, new Error('terminated')], 'tagtagtagtagtagt')).rejects.toMatchObject({
    code: 'CLICKHOUSE_395',
    message: 'Value is odd. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)',
  });
  await expect(read([rows, new Error('terminated')])).rejects.toThrow('terminated');
});

test('what a refusal says is cleared of what is of no use', () => {
  expect(
    failureIn("Code: 81, e.displayText() = DB::Exception: Database x doesn't exist, e.what() = DB::Exception"),
  ).toMatchObject({ code: 'CLICKHOUSE_81', message: "Database x doesn't exist" });
  expect(failureIn('<html>no such page</html>')).toBeUndefined();
});
