import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { permissions } from '@formwork/contract/permissions.ts';
import { roles, type Role } from '@formwork/contract/roles.ts';
import { root } from './sources.ts';

const file = path.join(root, 'server/src/testing/access-matrix.txt');

/** Who may call what stands in a file, so that a wider permission is read by whoever reads the change; the tests hold the server against it. */
export function accessMatrixProblems({ write }: { write: boolean }): string[] {
  const wanted = accessMatrix();
  const text = read();
  if (wanted === text) return [];
  if (write) {
    writeFileSync(file, wanted);
    return [];
  }
  const lines = new Set(text.split('\n'));
  const changed = wanted.split('\n').filter((line) => !lines.has(line));
  return [
    `server/src/testing/access-matrix.txt is not in step with the contract (${changed.slice(0, 5).join('; ') || 'endpoints that are gone'}); run "npm run check -- --write" and look at what changed`,
  ];
}

function accessMatrix(): string {
  const endpoints = Object.values(api).flatMap((all) => Object.values(all) as Endpoint[]);
  const lines = endpoints.map(({ method, path: at, permission }) => {
    const may = (role: Role): boolean =>
      permission === 'anyone' || (permissions[permission] as readonly Role[]).includes(role);
    const who = [permission === 'anyone' ? 'visitor' : '.', ...roles.map((role) => (may(role) ? role : '.'))];
    return `${at} ${method}: ${who.join(' ')}`;
  });
  return [
    '# Endpoint x role, outside the rules of forms and folders: written by `npm run check -- --write`, tried by endpoints.test.ts.',
    ...lines.sort(),
    '',
  ].join('\n');
}

function read(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
