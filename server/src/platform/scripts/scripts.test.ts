import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startScripts, type ScriptAnswer, type ScriptLimits, type Scripts } from './scripts.ts';

const limits: ScriptLimits = { ms: 200, memory: 16 * 1024 * 1024, output: 100_000 };
let scripts: Scripts;

beforeAll(() => {
  scripts = startScripts();
});
afterAll(() => scripts.stop());

const run = (code: string, input: unknown = null, key = 'space/1'): Promise<ScriptAnswer> =>
  scripts.run({ code, input, now: Date.UTC(2026, 0, 2), key }, limits);
const value = async (code: string, input?: unknown) => {
  const answer = await run(code, input);
  return answer.ok ? answer.value : answer;
};

describe('scripts', () => {
  it('take JSON and answer with it', async () => {
    expect(
      await value('return input.items.reduce((sum, { qty }) => sum + qty, 0)', { items: [{ qty: 2 }, { qty: 3 }] }),
    ).toBe(5);
    expect(await value('log("a", { b: 1 }); return { when: new Date().toISOString() }')).toEqual({
      when: '2026-01-02T00:00:00.000Z',
    });
    expect(await run('log("seen", input); return 1', { a: 1 })).toEqual({ ok: true, value: 1, log: ['seen {"a":1}'] });
    expect(await value('')).toBe(null);
  });

  it('say what is wrong, and in which line', async () => {
    expect(await run('const a = 1;\nreturn b;')).toMatchObject({ ok: false, code: 'scripts.script.threw', line: 2 });
    expect(await run('return (')).toMatchObject({ ok: false, code: 'scripts.script.unreadable' });
    expect(await run(' '.repeat(65 * 1024))).toMatchObject({ ok: false, code: 'scripts.script.too_long' });
    expect(await run('throw { toString() { throw 1 } }')).toMatchObject({ ok: false, code: 'scripts.script.threw' });
    expect(await run('return "x".repeat(200000)')).toMatchObject({ ok: false, code: 'scripts.script.too_much_output' });
    expect(await run('const a = {}; a.a = a; return a')).toMatchObject({ ok: false, code: 'scripts.script.threw' });
    expect(await run('return 1n')).toMatchObject({ ok: false, code: 'scripts.script.threw' });
  });

  it.each([
    ['an endless loop', 'while (true) {}', 'too_slow'],
    ['a loop that catches', 'while (true) { try { while (true) {} } catch {} }', 'too_slow'],
    ['its own clock', 'const end = Date.now() + 1e9; while (Date.now() < end) {}', 'too_slow'],
    ['endless recursion', 'const f = () => f() + 1; return f()', 'too_much_memory'],
    ['strings for ever', 'const all = []; for (;;) all.push("x".repeat(1048576) + all.length)', 'too_much_memory'],
    ['one endless string', 'let s = "x"; for (;;) s += s + s', 'too_much_memory'],
    ['typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1048576).fill(1))', 'too_much_memory'],
    ['a catastrophic pattern', 'return /^(a+)+$/.test("a".repeat(40) + "b")', 'too_slow'],
    ['a getter that never ends', 'return { get a() { for (;;) {} } }', 'too_slow'],
    ['toJSON that never ends', 'return { toJSON() { for (;;) {} } }', 'too_slow'],
    ['a bracket that breaks out', '} ; globalThis.leak = 1 ; function g() {', 'unreadable'],
    ['a bracket that breaks out of both', '} while (false); globalThis.leak = 1; do {', 'unreadable'],
    ['sorting for ever', 'return Array.from({ length: 1e6 }, (_, i) => i).sort(() => { for (;;) {} })', 'too_slow'],
  ])('stop %s, and the next run is clean', async (_, code, failure) => {
    const before = process.memoryUsage().rss;
    expect(await run(code)).toMatchObject({ ok: false, code: expect.stringMatching(new RegExp(`${failure}|too_`)) });
    expect(await value('return [typeof leak, [3, 1].sort(), /a+/.test("aa"), "x".repeat(3)]')).toEqual([
      'undefined',
      [1, 3],
      true,
      'xxx',
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('leave nothing behind for the next', async () => {
    const tricks = [
      'Array.prototype.map = () => ["changed"]; return 1',
      'JSON.stringify = () => "1"; return 1',
      'Object.prototype.leak = 1; return 1',
      'globalThis.leak = 1; return 1',
      '(function () {}).constructor.prototype.leak = 1; return 1',
      'Object.getPrototypeOf(function* () {}).leak = 1; return 1',
      'input.constructor.leak = 1; return 1',
      'Promise.resolve().then(() => { globalThis.leak = 1 }); return 1',
    ];
    for (const trick of tricks) await run(trick, {});
    expect(await value('return [[1, 2].map((n) => n * 2), typeof leak, typeof ({}).leak, typeof Object.leak]')).toEqual(
      [[2, 4], 'undefined', 'undefined', 'undefined'],
    );
    expect(await value('return [typeof process, typeof require, typeof fetch, typeof SharedArrayBuffer]')).toEqual(
      Array.from({ length: 4 }, () => 'undefined'),
    );
  });

  it('take rows one by one: one that fails stops no other', async () => {
    const answer = await scripts.run(
      {
        code: 'if (row.n === 2) throw new Error("two");\nreturn row.n === 3 ? null : [row, { n: row.n * 10 }]',
        input: [{ n: 1 }, { n: 2 }, { n: 3 }],
        each: true,
        now: 0,
        key: 'k',
      },
      limits,
    );
    expect(answer).toMatchObject({
      ok: true,
      value: [{ value: [{ n: 1 }, { n: 10 }] }, { line: 1, message: 'two' }, { value: null }],
    });
  });

  it('wait for each other, and one that hangs keeps nobody for long', async () => {
    const answers = await Promise.all([
      run('for (;;) {}'),
      run('for (;;) {}'),
      ...Array.from({ length: 20 }, (_, i) => run(`return ${i}`)),
    ]);
    expect(answers.slice(2).map((one) => one.ok && one.value)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });
});
