import { createHash } from 'node:crypto';
import { FileMissing, type Files } from './files.ts';
import { newId } from '../ids.ts';
import { openBucket, type S3Config } from './s3-bucket.ts';

/** Contents as objects of a bucket. */
export function openS3Files(config: S3Config): Files {
  const bucket = openBucket(config);
  return {
    async put(content, key = newId()) {
      const hash = createHash('sha256');
      let size = 0;
      await bucket.put(nameOf(key), content, (chunk) => {
        hash.update(chunk);
        size += chunk.length;
      });
      return { key, size, sha256: hash.digest('hex') };
    },
    open: async (key, range) => bucket.open(nameOf(key), range),
    size: async (key) => bucket.size(nameOf(key)),
    remove: async (key) => bucket.remove(nameOf(key)),
  };
}

/** Two letters in front spread keys over a store's partitions and keep listings short. */
function nameOf(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new FileMissing(key);
  return `${key.slice(-2)}/${key}`;
}
