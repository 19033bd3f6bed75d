import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { openConnectionOf, type OpenedConnections, type UsedBy } from '../../connections/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { filesEndpoint } from './files.ts';
import { formsEndpoint } from './forms.ts';
import { mysqlEndpoint } from './mysql.ts';
import { postgresEndpoint } from './postgres.ts';

/** The platform's own forms, in the place of a connection's id. */
export const formsSource = 'forms';

/** Kinds of connections that data is read from. */
export const dataKinds = ['postgres', 'mysql', 'files', 'rest'] as const satisfies (keyof OpenedConnections)[];

/** Opens what data is read from and written to, for a caller who may use it; whoever opens it closes it. */
export async function openEndpoint(ctx: Ctx, source: string, usedBy: UsedBy): Promise<Endpoint> {
  const engine = engineOf(ctx.platform, 'etl');
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  if (source === formsSource) return formsEndpoint(ctx, engine, zone);
  const { kind, client } = await openConnectionOf(ctx, source, dataKinds, usedBy);
  switch (kind) {
    case 'postgres':
      return postgresEndpoint(client as OpenedConnections['postgres']);
    case 'mysql':
      return mysqlEndpoint(client as OpenedConnections['mysql']);
    default:
      return filesEndpoint(engine, client as OpenedConnections['files' | 'rest'], zone);
  }
}
