import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TopicGuard } from '../../platform/http/sockets.ts';
import { guardFiles } from '../files/public.ts';
import { fileAppIds, knowFileApps } from '../forms/public.ts';
import { knowRoleReach } from '../organization/public.ts';
import { accessTo, readAccess } from './access.ts';
import { reachOfRole } from './role-reach.ts';
import { documentKind, maySeeDocument } from './file-guard.ts';

/** Once per process. */
export function startDocuments(platform: Platform): void {
  guardFiles(platform, documentKind, maySeeDocument);
  knowFileApps(platform, seenApps);
  knowRoleReach(platform, 'documents', reachOfRole);
}

/** Whoever may see anything of an application may hear that it changes. */
export const mayWatchDocuments: TopicGuard = (ctx, appId) =>
  accessTo(ctx, appId).then(
    () => true,
    () => false,
  );

async function seenApps(ctx: Ctx): Promise<ReadonlySet<string>> {
  const ids = await fileAppIds(ctx);
  const seen = await Promise.all(ids.map(async (id) => (await readAccess(ctx, id)).any));
  return new Set(ids.filter((_, at) => seen[at]));
}
