import { expect, test } from 'vitest';
import { permissions, type Permission } from '../permissions.ts';
import { enterpriseRoles, type Role } from '../roles.ts';
import { routeById, routes, type Route } from '../routes.ts';
import { closedOperatorPages, holds, operatorGrants, operatorPages } from './grants.ts';

const heldBy = (permission: Permission) => permissions[permission] as readonly Role[];

test('every permission of the operator alone, and every page of the console, can be granted', () => {
  const ofOperators = (Object.keys(permissions) as Permission[]).filter(
    (one) =>
      heldBy(one).includes('root') && !heldBy(one).some((role) => (enterpriseRoles as readonly Role[]).includes(role)),
  );
  expect([...operatorGrants, 'operations.overview.read', 'audit.trail.read']).toEqual(
    expect.arrayContaining(ofOperators),
  );
  const pages = (routes as readonly Route[])
    .filter(({ layout, owner }) => layout === 'root' && owner.includes('root'))
    .map(({ id }) => id);
  expect(operatorPages.map(({ page }) => page).sort()).toEqual(pages.sort());
  for (const { page, view } of operatorPages)
    expect(heldBy(view), page).toEqual(expect.arrayContaining(routeById[page].owner.filter((role) => role === 'root')));
});

test('who is held to roles holds what these give and what all staff has, nothing else', () => {
  const held = { role: 'root', grants: ['operations.user.read', 'identity.policy.edit'] } as const;
  expect([
    holds(held, 'operations.user.read'),
    holds(held, 'operations.user.edit'),
    holds(held, 'operations.overview.read'),
    holds(held, 'identity.policy.edit'),
  ]).toEqual([true, false, true, false]);
  expect(closedOperatorPages(held)).toContain('customers');
  expect(closedOperatorPages(held)).not.toContain('users');
  expect([holds({ role: 'root' }, 'operations.user.edit'), holds({ role: 'user' }, 'operations.user.edit')]).toEqual([
    true,
    false,
  ]);
  expect(closedOperatorPages({ role: 'root' })).toEqual([]);
});
