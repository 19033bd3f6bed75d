import { readFileSync } from 'node:fs';
import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { expect, test } from 'vitest';

/**
 * Every endpoint that writes either changes what somebody may do, and then waits for the reviewer where three-admin management is
 * on (`rights` in the contract), or stands in the list of those that change nobody's rights. A new one has to be put somewhere.
 */
const writing = Object.values(api)
  .flatMap((all) => Object.values(all) as Endpoint[])
  .filter(({ method }) => method !== 'GET');
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const listed = readFileSync(new URL('changes-nobodys-rights.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

test('all that writes is known to change rights or to change none', () => {
  expect(
    writing
      .filter(({ rights }) => rights === undefined)
      .map(nameOf)
      .sort(),
  ).toEqual([...listed].sort());
});
