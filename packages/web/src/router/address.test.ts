import { describe, expect, it } from 'vitest';
import { isCrossSpace, isPhonePath, ownPath, toPhone, withSpace } from './address.ts';

describe('withSpace', () => {
  it.each([
    ['/application', '/space-a/application'],
    ['/', '/space-a'],
    ['/application?x=1#y', '/space-a/application?x=1#y'],
    ['/m/application', '/space-a/m/application'],
    ['/space-b/application', '/space-b/application'],
    ['/space-b', '/space-b'],
    ['/login?redirect=%2F', '/login?redirect=%2F'],
    ['/operation/operationLog', '/operation/operationLog'],
    ['/api/openapi.json', '/api/openapi.json'],
  ])('%s becomes %s', (path, expected) => expect(withSpace(path, 'space-a')).toBe(expected));

  it('leaves paths alone where there is no space', () =>
    expect(withSpace('/application', undefined)).toBe('/application'));
});

describe('phones', () => {
  it.each([
    ['/space-a/application?x=1', '/space-a/m/application?x=1'],
    ['/application', '/m/application'],
    ['/space-a', '/space-a/m'],
    ['/', '/m'],
    ['/space-a/m/application', '/space-a/m/application'],
    ['/space-a/enterprise/organization', '/space-a/enterprise/organization'],
    ['/login', '/login'],
    ['/nowhere', '/nowhere'],
  ])('%s goes to %s', (path, expected) => expect(toPhone(path)).toBe(expected));

  it('knows its paths', () => {
    expect(['/m/application', '/space-a/m/x', '/m'].map(isPhonePath)).toEqual([true, true, true]);
    expect(['/application', '/space-a/application', '/mm', '/', '/%E0'].map(isPhonePath)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

it('tells a foreign space', () => {
  expect(isCrossSpace('space-b', 'a')).toBe(true);
  expect(isCrossSpace('space-a', 'a')).toBe(false);
  expect(isCrossSpace(undefined, 'a')).toBe(false);
  expect(isCrossSpace('space-a', undefined)).toBe(false);
});

it.each([
  ['/space-a/application?x=1', '/space-a/application?x=1'],
  [undefined, '/'],
  ['', '/'],
  ['https://elsewhere.example', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
])('after sign-in %j leads to %s', (asked, expected) => expect(ownPath(asked)).toBe(expected));
