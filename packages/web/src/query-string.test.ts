import fc from 'fast-check';
import qs from 'qs';
import { expect, it } from 'vitest';
import { formText, parseQuery, queryText, textOf } from './query-string.ts';

it('parses without arrays', () => {
  expect(parseQuery('?a=1&b=%E6%97%A5')).toEqual({ a: '1', b: '日' });
  expect(parseQuery('?a=1&a=2')).toEqual({ a: '2' });
  expect(parseQuery('?a[]=1')).toEqual({ a: { '0': '1' } });
  expect(parseQuery('?a[0]=x&a[1]=y')).toEqual({ a: { '0': 'x', '1': 'y' } });
  expect(parseQuery('?a[b][c]=1')).toEqual({ a: { b: { c: '1' } } });
  expect(parseQuery('')).toEqual({});
});

it('keeps to its limits', () => {
  expect(parseQuery('a[b][c][d][e][f][g]=1')).toEqual({ a: { b: { c: { d: { e: { f: { '[g]': '1' } } } } } } });
  expect(Object.keys(parseQuery(Array.from({ length: 1200 }, (_, at) => `p${at}=1`).join('&')))).toHaveLength(1000);
  expect(parseQuery('__proto__[x]=1')).toEqual({});
});

it('writes bracket style', () => {
  expect(decodeURIComponent(queryText({ a: { b: 1 }, c: [1, 2], d: undefined, e: null, f: true }))).toBe(
    'a[b]=1&c[]=1&c[]=2&f=true',
  );
  // brackets hold twenty, as the specification has it
  expect(decodeURIComponent(queryText({ ids: Array.from({ length: 21 }, (_, at) => at) }))).toBe(
    `ids=${Array.from({ length: 21 }, (_, at) => at).join()}`,
  );
  expect(formText({ login: 'a b', password: '&=' })).toBe('login=a%20b&password=%26%3D');
});

it('takes text alone as text', () => {
  expect(textOf('x')).toBe('x');
  expect(textOf({ a: 'x' })).toBeUndefined();
  expect(textOf(undefined)).toBeUndefined();
});

const style = { arrayFormat: 'brackets', skipNulls: true } as const;
const reading = {
  depth: 5,
  parameterLimit: 1_000,
  arrayLimit: 20,
  ignoreQueryPrefix: true,
  parseArrays: false,
  duplicates: 'last',
} as const;

it('writes and reads as the server does', () => {
  const plain = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
  const name = fc.stringMatching(/^[\w .!'()*日-]{1,5}$/);
  const inner = fc.dictionary(name, fc.oneof(plain, fc.array(plain, { maxLength: 4 }), fc.dictionary(name, plain)));
  fc.assert(
    fc.property(inner, (values) => {
      expect(formText(values)).toBe(qs.stringify(values, style));
    }),
  );
  const part = fc.tuple(fc.stringMatching(/^[ab]$/), fc.stringMatching(/^(\[[abc%+]{0,2}\]){0,7}$/), fc.string());
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const search = `?${parts.map(([first, steps, value], at) => `${first}${at}${steps}=${encodeURIComponent(value)}`).join('&')}`;
      expect(parseQuery(search)).toEqual(qs.parse(search, reading));
    }),
  );
});

it('keeps the later of what cannot stand together', () => {
  expect(parseQuery('a=1&a[b]=2')).toEqual({ a: { b: '2' } });
  expect(parseQuery('a[b]=2&a=1')).toEqual({ a: '1' });
  expect(parseQuery('a=%E0%A4%A&b&=c&+d=+e')).toEqual({ a: '%E0%A4%A', b: '', ' d': ' e' });
  expect(parseQuery('a[toString]=1&hasOwnProperty=2&b[x=y]=3')).toEqual({ b: { 'x=y': '3' } });
});
