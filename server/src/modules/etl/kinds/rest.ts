import { Readable } from 'node:stream';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { SecretsOf } from '@formwork/contract/connections/kinds.ts';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import {
  ConnectionFailure,
  fileAnswer,
  httpKind,
  type FileBehind,
  type HttpClient,
  type OpenedFile,
} from '../../connections/public.ts';
import { AppError } from '../../../platform/errors.ts';
import { wholeFile, type FileShelf } from '../endpoints/files.ts';
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
      else (await (await wholeAnswer(client, opening.settings)).content()).destroy();
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
    open: (_name, behind) =>
      isPaged(settings)
        ? Promise.resolve(wholeFile(() => Readable.from(pagesOf(client, settings), { objectMode: false })))
        : wholeAnswer(client, settings, behind),
    close: () => client.close(),
  };
}

const longMs = 60 * 60_000;

/** One answer, as it comes. */
async function wholeAnswer(client: HttpClient, { path }: RestSettings, behind?: FileBehind): Promise<OpenedFile> {
  const found = await fileAnswer((headers) => client.stream(path, { headers, timeoutMs: longMs }), behind);
  if ('file' in found) return found.file;
  const { status, body } = found.refused;
  if (status < 400) return wholeFile(() => body);
  body.destroy();
  if (status === 401 || status === 403) throw new ConnectionFailure('connections.test.login', { status });
  throw new ConnectionFailure('connections.test.answer', { status });
}
