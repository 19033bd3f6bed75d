import type { OpenedConnections } from '../../connections/public.ts';
import { mostListed, type FileShelf } from './files.ts';

/** The objects of a bucket as files. */
export function storeShelf(store: OpenedConnections['s3']): FileShelf {
  return {
    list: () => store.list(mostListed),
    open: (name, behind) => store.read(name, behind),
    write: (name, content, facts) => store.write(name, content, facts),
    close: () => store.close(),
  };
}
