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
      if (isPaged(opening.settings)) await pagesOf(client, opening.settings, 1).next();
      else (await wholeAnswer(client, opening.settings)).destroy();
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

const endings = { json: 'jsonl', csv: 'csv', lines: 'jsonl', excel: 'xlsx', parquet: 'parquet' } as const;
const isPaged = ({ format }: RestSettings): boolean => format === 'json' || format === 'csv';

function shelfOf(client: HttpClient, { settings }: Open): FileShelf {
  return {
    list: () => Promise.resolve([{ name: `${settings.table}.${endings[settings.format]}`, size: null }]),
    open: () =>
      isPaged(settings)
        ? Promise.resolve(Readable.from(pagesOf(client, settings), { objectMode: false }))
        : wholeAnswer(client, settings),
    close: () => client.close(),
  };
}

const longMs = 60 * 60_000;

/** One answer, as it comes. */
async function wholeAnswer(client: HttpClient, { path }: RestSettings): Promise<Readable> {
  const { status, body } = await client.stream(path, { timeoutMs: longMs });
  if (status < 400) return body;
  body.destroy();
  if (status === 401 || status === 403) throw new ConnectionFailure('connections.test.login', { status });
  throw new ConnectionFailure('connections.test.answer', { status });
}
