import { expect, it } from 'vitest';
import { leaned } from './lean-contract.ts';

const file = '/contract/things.ts';
const code = `import { z } from 'zod';
import { endpoint, nothing } from './endpoint.ts';
import { Title, textIn } from './text.ts';

export const Thing = z.object({ title: Title });
export const mostThings = 5;
const names = ['a', 'b'];
export function nameOf(at: number): string {
  return textIn(names[at]);
}
export const thingsApi = {
  add: endpoint({ method: 'POST', path: '/things', permission: 'x', summary: '', body: Thing, response: nothing }),
};
`;
const contract = {
  used: new Map([[file, new Set(['thingsApi', 'nameOf', 'names', 'Thing'])]]),
  schemas: new Map([
    [file, new Set(['Thing'])],
    ['/contract/text.ts', new Set(['Title'])],
  ]),
};
const calls = new Map([['POST /things', { method: 'POST', path: '/things' }]]);
const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

it('leaves of the contract what pages read, and of endpoints what a call needs', () => {
  expect(lines(leaned(code, file, contract, calls))).toEqual([
    "import { endpoint } from './endpoint.ts';",
    "import { textIn } from './text.ts';",
    "export const names = ['a', 'b'];",
    'export function nameOf(at: number): string {',
    '  return textIn(names[at]);',
    '}',
    'export const thingsApi = {',
    '  add: endpoint({"method":"POST","path":"/things"}),',
    '};',
  ]);
  // errors name the lines of the source
  expect(leaned(code, file, contract, calls).split('\n')).toHaveLength(code.split('\n').length);
});

it('has the schemas that pages check by in a part of their own', () => {
  expect(lines(leaned(code, `${file}?schemas`, contract, calls))).toEqual([
    "import { z } from 'zod';",
    "import { Title } from './text.ts?schemas';",
    'export const Thing = z.object({ title: Title });',
  ]);
});

it('says so where an endpoint stands in no group', () => {
  expect(() => leaned(code, file, contract, new Map())).toThrow('POST /things is in none of the groups');
});
