import { StoreFailed } from '../platform/files/files.ts';

/** How a backup or a restore ends, as the exit code of its program; docs/operations.md lists them. */
export const exits = {
  whole: 0,
  failed: 1,
  usage: 2,
  /** Something of the database cannot be read. */
  unreadable: 3,
  noSpace: 4,
  /** Another backup runs, or another restore into the same database. */
  busy: 5,
  /** The pass phrase is missing or another one. */
  phrase: 6,
  /** A hash or a count is not what the manifest says, or a content is missing. */
  broken: 7,
  /** Made by a product that knows migrations which this one does not. */
  newer: 8,
  notEmpty: 9,
} as const;

export class BackupFailure extends Error {
  readonly exit: keyof typeof exits;

  constructor(exit: keyof typeof exits, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupFailure';
    this.exit = exit;
  }
}

export function exitOf(error: unknown): number {
  if (error instanceof BackupFailure) return exits[error.exit];
  return (error instanceof StoreFailed && error.full) || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
    ? exits.noSpace
    : exits.failed;
}

export const embeddedAlone = (option: string): string =>
  `${option} is for the embedded database alone. An own PostgreSQL (DATABASE_URL) archives its log by its own means, or those of its provider; npm run backup keeps it whole as often as you like.`;
