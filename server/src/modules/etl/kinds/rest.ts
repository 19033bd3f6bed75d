import { Readable } from 'node:stream';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { SecretsOf } from '@formwork/contract/connections/kinds.ts';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { ConnectionFailure, httpKind, type HttpClient } from '../../connections/public.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileShelf } from '../endpoints/files.ts';
import { pagesOf, type RestSettings } from './rest-pages.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    rest: FileShelf;
  }
}

type Open = Opening<RestSettings, SecretsOf<'http'>>;

/** Rows that a service answers, page by page: one table. */
export const restKind: ConnectionKind<RestSettings, SecretsOf<'http'>, FileShelf> = {
  kind: 'rest',
  ...dataConnections.rest,
  async test(opening) {
    const client = await httpKind.open(opening);
    try {
      await pagesOf(client, opening.settings, 1).next();
    } catch (error) {
      throw error instanceof AppError ? new ConnectionFailure(error.code, error.data) : error;
    } finally {
      await client.close();
    }
  },
  async open(opening) {
    const client = await httpKind.open(opening);
    return shelfOf(client, opening);
  },
};

function shelfOf(client: HttpClient, { settings }: Open): FileShelf {
  const name = `${settings.table}.${settings.format === 'json' ? 'jsonl' : 'csv'}`;
  return {
    list: () => Promise.resolve([{ name, size: null }]),
    open: () => Promise.resolve(Readable.from(pagesOf(client, settings), { objectMode: false })),
    close: () => client.close(),
  };
}
