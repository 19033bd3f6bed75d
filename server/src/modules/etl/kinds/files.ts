import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { z } from 'zod';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { invalid } from '../../../platform/errors.ts';
import { ConnectionFailure } from '../../connections/public.ts';
import { attachedFiles, attachFilesIn, openFileContent } from '../../files/public.ts';
import { formatOf } from '../endpoints/file-tables.ts';
import { wholeFile, type FileShelf } from '../endpoints/files.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    files: FileShelf;
  }
}

type Open = Opening<z.infer<(typeof dataConnections)['files']['settings']>, Record<string, string>>;

/** What files of a connection are attached to. */
export const connectionFile = 'connection';

/** Uploaded files. They belong to the connection once it is kept. */
export const filesKind: ConnectionKind<Open['settings'], Open['secrets'], FileShelf> = {
  kind: 'files',
  ...dataConnections.files,
  async test(opening) {
    for (const { name } of await filesOf(opening))
      if (formatOf(name) === undefined) throw new ConnectionFailure('connections.test.file_kind', { name });
  },
  async saved(ctx, id, { files }) {
    const refused = await attachFilesIn(ctx.tx, ctx.user.id, files, { kind: connectionFile, id });
    if (refused.length > 0)
      throw invalid('connections.connection.invalid', [
        { path: 'body.settings.files', code: 'connections.connection.invalid' },
      ]);
  },
  open: (opening) =>
    Promise.resolve({
      list: async () => (await filesOf(opening)).map(({ name, size }) => ({ name, size })),
      async open(name) {
        const file = (await filesOf(opening)).find((one) => one.name === name);
        if (!file) throw new ConnectionFailure('connections.test.file', { name });
        return wholeFile(() => openFileContent(opening.platform, file));
      },
      close: () => Promise.resolve(),
    }),
};

async function filesOf({ platform, spaceId, id, settings }: Open) {
  const found = await attachedFiles(platform, spaceId, settings.files, { kind: connectionFile, id });
  if (found.length < new Set(settings.files).size) throw new ConnectionFailure('connections.test.file', { name: '' });
  return found;
}
