import type { ErrorCode } from '@formwork/contract/errors.ts';
import { StoreFailed } from '../files/files.ts';
import type { Platform } from '../platform.ts';

interface Failure {
  code?: string | undefined;
  message: string;
  syscall?: string;
}

/** Connections refused, lost, ended by the database or by its administrator, and its start and end. */
const noDatabase = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/;
/** Cancelled for taking too long, a lock not had in time, no connection left, a transaction that stood still. */
const busy = /^(57014|55P03|53300|25P03)$/;
const full = /^(53100|ENOSPC|EDQUOT)$/;

/** What stands still around the server, as the code of a refusal in words; undefined for faults of its own. */
export function outageOf(error: Failure): ErrorCode | undefined {
  const { code = '', message, syscall } = error;
  if (error instanceof StoreFailed) return error.full ? 'platform.full' : 'platform.no_store';
  if (full.test(code)) return 'platform.full';
  if (busy.test(code) || message === 'timeout exceeded when trying to connect') return 'platform.busy';
  // a socket that is not there
  if (noDatabase.test(code) || (code === 'ENOENT' && syscall === 'connect')) return 'platform.no_database';
  return /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(message)
    ? 'platform.no_database'
    : undefined;
}

/** How long a process says that it is not ready after something found no room. */
const fullMs = 60_000;
const lastFull = new WeakMap<Platform, number>();

/** A write found no room: whoever shares out calls should send them elsewhere for a while. */
export function noteFull(platform: Platform): void {
  lastFull.set(platform, Date.now());
}

export function isFull(platform: Platform): boolean {
  return Date.now() - (lastFull.get(platform) ?? -Infinity) < fullMs;
}
