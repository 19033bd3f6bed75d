import { AppError } from '../../../../platform/errors.ts';
import { failureOf } from '../../../connections/public.ts';

/** What SQL Server says, in words of ours where it is no matter of the statement. */
export function refusedThere(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, message = '' } = error as { code?: unknown; message?: string };
  // no room in the files, in the log
  if (code === 'SQLSERVER_1105' || code === 'SQLSERVER_9002')
    return new AppError('etl.target.full', { message: message.slice(0, 300) });
  const known = failureOf(error);
  if (known.code !== 'connections.test.broken') return new AppError(known.code, known.data);
  return typeof code === 'string' && code.startsWith('SQLSERVER_') ? new AppError('etl.sql.failed', known.data) : error;
}
