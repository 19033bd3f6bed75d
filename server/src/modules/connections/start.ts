import { enterpriseRoles } from '@formwork/contract/roles.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerArea, registerTargets } from '../definitions/public.ts';
import { connectionArea } from './access.ts';

export function startConnections(platform: Platform): void {
  registerArea(platform, connectionArea, enterpriseRoles);
  registerTargets(platform, 'connection', async (tx, ids) => {
    const rows = await tx
      .selectFrom('connections.connection')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(({ id, name }) => ({ id, name: { zh: name } }));
  });
}
