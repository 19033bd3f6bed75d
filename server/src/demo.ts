import { randomBytes } from 'node:crypto';
import type { Role } from '@formwork/contract/roles.ts';
import { inControl } from './platform/db/db.ts';
import type { Platform } from './platform/platform.ts';
import { createSpace, insertAccount } from './modules/identity/public.ts';

const operatorSpace = { id: 'operator', name: '平台运营', isOperator: true };
const demoSpace = { id: 'demo', name: '示范企业' };

const accounts: { spaceId: string; login: Role; name: string }[] = [
  { spaceId: operatorSpace.id, login: 'root', name: '平台运营员' },
  { spaceId: operatorSpace.id, login: 'saas', name: '服务商管理员' },
  { spaceId: demoSpace.id, login: 'admin', name: '企业管理员' },
  { spaceId: demoSpace.id, login: 'user', name: '普通用户' },
  { spaceId: demoSpace.id, login: 'safe', name: '安全员' },
  { spaceId: demoSpace.id, login: 'audit', name: '审计员' },
];

/**
 * The demo space with one account a role; on the embedded database alone, and not in what was restored there: where there is
 * anybody else, an account that is missing is missing for a reason. Answers the password when it made the accounts
 * now with a random one, which nobody can learn later.
 */
export async function ensureDemo(platform: Platform): Promise<string | undefined> {
  const logins = accounts.map((account) => account.login);
  if (
    await platform.control
      .selectFrom('identity.account')
      .select('id')
      .where('login', 'not in', logins)
      .limit(1)
      .executeTakeFirst()
  )
    return undefined;
  await createSpace(platform, operatorSpace);
  await createSpace(platform, demoSpace);
  const { config } = platform;
  const password = config.demoPassword ?? randomBytes(9).toString('base64url');
  const existing = await platform.control
    .selectFrom('identity.account')
    .select('login')
    .where('login', 'in', logins)
    .execute();
  const missing = accounts.filter(({ login }) => !existing.some((row) => row.login === login));
  for (const { spaceId, login, name } of missing) {
    await inControl(platform.control, spaceId, (tx) =>
      insertAccount(tx, spaceId, { login, name, role: login, password }),
    );
  }
  return missing.length > 0 && config.demoPassword === undefined ? password : undefined;
}
