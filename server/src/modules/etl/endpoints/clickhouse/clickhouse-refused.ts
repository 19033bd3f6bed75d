import { usualLimits } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { failureOf } from '../../../connections/public.ts';

/** What ClickHouse says, in words of ours where it is no matter of the statement. */
export function refusedThere(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (code === 'CLICKHOUSE_243') return new AppError('etl.target.full', { message: message.slice(0, 300) });
  if (code === 'CLICKHOUSE_159') return new AppError('etl.sql.time', { seconds: usualLimits.ms / 1_000 });
  const known = failureOf(error);
  if (known.code !== 'connections.test.broken') return new AppError(known.code, known.data);
  // neither the server nor the line: it is of where the rows come from
  return typeof code === 'string' && code.startsWith('CLICKHOUSE_')
    ? new AppError('etl.sql.failed', known.data)
    : error;
}
