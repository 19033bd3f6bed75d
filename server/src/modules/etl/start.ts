import type { Platform } from '../../platform/platform.ts';
import { keptQuery } from '@formwork/contract/etl/explorer.ts';
import { registerTargets } from '../definitions/public.ts';
import './tables.ts';
import { guardFiles } from '../files/public.ts';
import { mayUseConnection } from '../connections/public.ts';
import { connectionFile } from './kinds/files.ts';

export function startEtl(platform: Platform): void {
  guardFiles(platform, connectionFile, mayUseConnection);
  registerTargets(platform, keptQuery, async (tx, ids) => {
    const rows = await tx
      .selectFrom('etl.query')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .where('name', 'is not', null)
      .execute();
    return rows.map(({ id, name }) => ({ id, name: { zh: name! } }));
  });
}
