import type { FastifyRequest } from 'fastify';
import type { Files } from '../../files/files.ts';
import type { Platform } from '../../platform.ts';
import { receiveSheet } from '../receive.ts';

export interface TakenSheet {
  key: string;
  fileName: string;
  size: number;
  /** The zip that it came in, with files beside it. */
  archiveKey: string | null;
}

interface Opening {
  /** What else must hold of an upload. */
  require?: (key: string) => Promise<void>;
  /** A table in what came, to be read in its place. */
  unpack?: (files: Files, key: string) => Promise<{ key: string; name: string } | undefined>;
}

/** Keeps the one file of a call for whoever takes it; what is refused is not kept. */
export async function takeSheet<T>(
  platform: Platform,
  request: FastifyRequest,
  take: (sheet: TakenSheet) => Promise<T>,
  { require, unpack }: Opening = {},
): Promise<T> {
  const { files } = platform;
  const received = await receiveSheet(platform, request);
  const kept = [received.key];
  try {
    await require?.(received.key);
    const table = await unpack?.(files, received.key);
    if (table) kept.push(table.key);
    return await take(
      table
        ? { ...received, key: table.key, fileName: table.name, archiveKey: received.key }
        : { ...received, archiveKey: null },
    );
  } catch (error) {
    for (const key of kept) await files.remove(key);
    throw error;
  }
}
