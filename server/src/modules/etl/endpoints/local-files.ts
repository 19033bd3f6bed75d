import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Files } from '../../../platform/files/files.ts';

/** Files of a session's folder, for what reads sheets: the key is the path. */
export const localFiles: Files = {
  put: () => Promise.reject(new Error('nothing is put here')),
  open: (key, range) => Promise.resolve(createReadStream(key, range ?? {})),
  size: async (key) => (await stat(key)).size,
  remove: () => Promise.resolve(),
};
