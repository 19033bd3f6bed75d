/**
 * What a machine begins with, in the machine's own language. Everything that can be reached is frozen, and what runs scripts keeps the
 * functions it needs to itself, so that a script can neither change them for the next one nor leave something behind. A script is read in
 * two frames of different shape: what closes one of them cannot close the other as well.
 */
export const prelude = String.raw`(function () {
  'use strict';
  return function (log) {
    const { parse, stringify } = JSON;
    const Make = Function;
    const { getOwnPropertyDescriptors, getPrototypeOf, freeze } = Object;
    const { ownKeys } = Reflect;
    const seen = new Set();
    const text = String;
    delete globalThis.SharedArrayBuffer;
    delete globalThis.Atomics;
    delete globalThis.WebAssembly;
    (function close(value) {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return;
      seen.add(value);
      close(getPrototypeOf(value));
      const all = getOwnPropertyDescriptors(value);
      for (const key of ownKeys(all)) {
        close(all[key].value);
        close(all[key].get);
        close(all[key].set);
      }
    })(globalThis);
    for (const generator of [function* () {}, async function () {}, async function* () {}]) seen.add(getPrototypeOf(generator));
    for (const value of seen) freeze(value);
    const lineOf = (error, offset) => {
      const found = /<input>:(\d+)/.exec(text(error && error.stack));
      return found ? Number(found[1]) - offset : 0;
    };
    const told = (error) => {
      try {
        return error && typeof error === 'object' ? text(error.message === undefined ? error : error.message) : text(error);
      } catch {
        return '';
      }
    };
    const write = function write(...parts) {
      log(parts.map((part) => (typeof part === 'string' ? part : (stringify(part) ?? text(part)))).join(' '));
    };
    const isStopped = (error) => /out of memory|interrupted|stack/i.test(told(error));
    /** Of each row by itself: one that throws stops no other. Undefined where it is more than it may be. */
    const ofRows = (body, rows, most) => {
      const all = [];
      let left = most;
      for (const row of rows) {
        let one;
        try {
          const value = body(row, write);
          one = '{"value":' + (stringify(value === undefined ? null : value) ?? 'null') + '}';
        } catch (error) {
          if (isStopped(error)) throw error;
          one = stringify({ line: lineOf(error, 3), message: told(error) });
        }
        if ((left -= one.length) < 0) return undefined;
        all.push(one);
      }
      return 'v[' + all.join(',') + ']';
    };
    return function run(code, input, most, each) {
      const name = each ? 'row' : 'input';
      let body;
      try {
        new Make(name, 'log', 'do {\n' + code + '\n} while (false);');
        body = new Make(name, 'log', '"use strict";\n' + code + '\n');
      } catch (error) {
        if (/memory|interrupted/.test(told(error))) throw error;
        return 's' + lineOf(error, 3) + '\n' + told(error);
      }
      let result;
      try {
        if (each) return ofRows(body, parse(input), most) ?? 'o';
        const value = body(parse(input), write);
        result = stringify(value === undefined ? null : value);
      } catch (error) {
        if (isStopped(error)) throw error;
        return 't' + lineOf(error, 3) + '\n' + told(error);
      }
      if (result === undefined) result = 'null';
      return result.length > most ? 'o' : 'v' + result;
    };
  };
})()`;
