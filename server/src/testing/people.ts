import type { Role } from '@formwork/contract/roles.ts';
import { hash } from '@node-rs/argon2';
import { createSpace, insertAccount } from '../modules/identity/public.ts';
import { inControl } from '../platform/db/db.ts';
import type { Platform } from '../platform/platform.ts';

export const testSecret = 'a secret of the tests alone, never of an installation';
export const testPassword = 'Test-password-1';

const spaces = [
  { id: 'operator', name: '平台运营', isOperator: true },
  { id: 'demo', name: '示范企业' },
  { id: 'other', name: '另一企业' },
];

/** Two enterprises and the operator: in each, one person a role; `user2` to `user7` are further people of the first. */
const people: { spaceId: string; login: string; role: Role }[] = [
  { spaceId: 'operator', login: 'root', role: 'root' },
  { spaceId: 'operator', login: 'saas', role: 'saas' },
  ...(['admin', 'user', 'safe', 'audit'] as const).map((role) => ({ spaceId: 'demo', login: role, role })),
  ...[2, 3, 4, 5, 6, 7].map((n) => ({ spaceId: 'demo', login: `user${n}`, role: 'user' as const })),
  ...(['admin', 'user'] as const).map((role) => ({ spaceId: 'other', login: `other-${role}`, role })),
];

export async function createTestPeople(platform: Platform): Promise<void> {
  for (const space of spaces) await createSpace(platform, space);
  for (const { spaceId, login, role } of people) {
    await inControl(platform.control, spaceId, (tx) =>
      insertAccount(tx, spaceId, { login, name: `${login} 先生`, role, password: testPassword }),
    );
  }
  // they sign in some thousand times, and what a password costs is tried by tests of its own
  const password_hash = await hash(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  await platform.control.updateTable('identity.account').set({ password_hash }).execute();
}
