import { isOperationPath } from '@formwork/contract/gateway/definition.ts';
import { expect, test } from 'vitest';
import { Operations } from './route.ts';

const found = (paths: readonly string[], path: string): unknown => {
  const operations = new Operations<string>();
  for (const one of paths) operations.add({ method: 'GET', path: one }, one);
  const answer = operations.find('GET', path.split('/').slice(1), 0);
  return answer && 'value' in answer ? [answer.value, { ...answer.params }] : answer;
};

test('texts come before texts with names, and these before names', () => {
  const paths = [
    '/calls/{id}',
    '/calls/{id}.json',
    '/calls/{id}.min.json',
    '/calls/all.json',
    '/calls/{id}.json/parts',
  ];
  expect(found(paths, '/calls/all.json')).toEqual(['/calls/all.json', {}]);
  expect(found(paths, '/calls/a.b.json')).toEqual(['/calls/{id}.json', { id: 'a.b' }]);
  expect(found(paths, '/calls/a.min.json')).toEqual(['/calls/{id}.min.json', { id: 'a' }]);
  expect(found(paths, '/calls/a.xml')).toEqual(['/calls/{id}', { id: 'a.xml' }]);
  // no name is empty
  expect(found(paths, '/calls/.json')).toEqual(['/calls/{id}', { id: '.json' }]);
  expect(found(paths, '/calls/all.json/parts')).toEqual(['/calls/{id}.json/parts', { id: 'all' }]);
});

test('several names of a segment, each as short as it can be', () => {
  const paths = ['/{from}-{to}.{format}', '/v{number}/things/{id}:cancel'];
  expect(found(paths, '/a-b-c.tar.gz')).toEqual([paths[0], { from: 'a', to: 'b-c', format: 'tar.gz' }]);
  expect(found(paths, '/a-.gz')).toBeUndefined();
  expect(found(paths, '/-a.gz')).toBeUndefined();
  expect(found(paths, '/v2/things/7:cancel')).toEqual([paths[1], { number: '2', id: '7' }]);
  expect(found(paths, '/v2/things/:cancel')).toBeUndefined();
  expect(found(paths, '/v/things/7:cancel')).toBeUndefined();
  expect(found(paths, '/..-b.c')).toBeUndefined();
  expect(found(['/calls/{id}.json'], '/calls/...json')).toBeUndefined();
});

test.each([
  ['/', true],
  ['/a/{id}', true],
  ['/a/{id}.json', true],
  ['/a/v{n}-{m}', true],
  ['/{a}{b}', false],
  ['/{a}.{b}:{c}/', true],
  ['/a.{b', false],
  ['/a/..', false],
  ['/.a', false],
  ['/{a}b/c d', false],
])('%s is a path of an operation: %s', (path, is) => expect(isOperationPath(path)).toBe(is));

test('a path that is none is told at once', () => {
  expect(isOperationPath(`/${'a.'.repeat(50_000)}{`)).toBe(false);
});
