import type { Bucket } from '../platform/files/s3-bucket.ts';
import type { Store } from './store.ts';

/** Backups as objects below a prefix. */
export function storeIn(bucket: Bucket, address: string, prefix: string): Store {
  const root = prefix === '' ? '' : `${prefix}/`;
  const list = async (below: string): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for await (const { name, size } of bucket.list(`${root}${below}`)) found.set(name.slice(root.length), size);
    return found;
  };
  return {
    address,
    // contents alone have the same name and bytes in the next backup
    put: (name, content) => bucket.put(`${root}${name}`, content, () => {}, name.startsWith('files/')),
    dropBroken: () => bucket.dropBroken(`${root}files/`),
    open: (name) => bucket.open(`${root}${name}`),
    list,
    async remove(names) {
      for (const name of names) await bucket.remove(`${root}${name}`);
    },
    free: () => Promise.resolve(undefined),
  };
}
