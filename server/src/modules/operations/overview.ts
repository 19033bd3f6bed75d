import type { Overview } from '@formwork/contract/operations/api.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { continuousState } from '../../platform/files/removed-contents.ts';
import { platformFigures } from '../identity/public.ts';
import { countFailedEvents } from './events.ts';

export async function platformOverview(ctx: TxCtx): Promise<Overview> {
  const figures = await platformFigures(ctx);
  const failedEvents = await countFailedEvents(ctx);
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(ctx.tx);
  const continuousBackup = await continuousState(ctx.tx);
  return { ...figures, failedEvents, databaseBytes: rows[0]!.bytes, continuousBackup };
}
