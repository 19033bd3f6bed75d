import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export function openLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: { pid: process.pid },
    redact: ['req.headers.cookie', 'password', '*.password'],
    serializers: { err: errorLine },
  });
}

/** Without the other properties: an error of the database carries its whole connection. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code } = error as Error & { code?: unknown };
  return { type: name, message, stack, code };
}
