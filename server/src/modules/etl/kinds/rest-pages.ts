import { setTimeout as sleep } from 'node:timers/promises';
import type { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { OutgoingAnswer } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure, failureOf, type HttpClient } from '../../connections/public.ts';

export type RestSettings = z.infer<(typeof dataConnections)['rest']['settings']>;

const mostPageBytes = 64 * 1024 * 1024;
/** What is busy or broken for a moment is asked again, after twice as long each time. */
const tries = 4;
const firstWaitMs = 200;
const longestWaitMs = 30_000;

/** Page after page as text: lines of JSON, or CSV with its head once. What goes wrong says on which page. */
export async function* pagesOf(
  client: HttpClient,
  settings: RestSettings,
  most = settings.mostPages,
): AsyncGenerator<string> {
  const met = new Set<string>();
  let at = firstPage(settings);
  let begun = 0;
  let head: string | undefined;
  for (let page = 1; page <= most; page += 1) {
    // the same place twice would go round for ever
    if (met.has(at)) throw new AppError('etl.http.circle', { page });
    met.add(at);
    if (settings.perSecond !== undefined) await sleep(Math.max(0, begun + 1_000 / settings.perSecond - Date.now()));
    begun = Date.now();
    const answer = await asked(client, at, page);
    const {
      text,
      rows,
      next,
      head: found,
    } = settings.format === 'json' ? ofJson(answer, settings, page) : ofCsv(answer, head);
    if (head !== undefined && found !== undefined && found !== head) throw new AppError('etl.http.head', { page });
    head ??= found;
    if (text !== '') yield text;
    const following = nextPage(settings, { page, rows, next, answer });
    if (following === undefined) return;
    at = following;
  }
  // a test looks at the first one alone
  if (most === settings.mostPages) throw new AppError('etl.http.too_many', { pages: most });
}

interface Page {
  text: string;
  rows: number;
  next?: unknown;
  head?: string | undefined;
}

function ofJson(answer: OutgoingAnswer, { rowsAt, nextAt }: RestSettings, page: number): Page {
  let body: unknown;
  try {
    body = JSON.parse(answer.body.toString());
  } catch {
    throw new AppError('etl.http.not_json', { page });
  }
  const rows = valueAt(body, rowsAt);
  if (!Array.isArray(rows)) throw new AppError('etl.http.no_rows', { page, at: rowsAt || '/' });
  const lines = rows.map(
    (row) =>
      `${JSON.stringify(typeof row === 'object' && row !== null && !Array.isArray(row) ? row : { value: row })}\n`,
  );
  return { text: lines.join(''), rows: rows.length, next: nextAt === '' ? undefined : valueAt(body, nextAt) };
}

/** The head stands on each page; it goes on with the first one. */
function ofCsv(answer: OutgoingAnswer, before: string | undefined): Page {
  const text = answer.body.toString().replace(/^\uFEFF/, '');
  const end = text.indexOf('\n');
  const head = (end === -1 ? text : text.slice(0, end)).trimEnd();
  const rest = end === -1 ? '' : text.slice(end + 1);
  if (head === '') return { text: '', rows: 0 };
  const body = rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
  return { text: before === undefined ? `${head}\n${body}` : body, rows: body === '' ? 0 : 1, head };
}

function firstPage(settings: RestSettings): string {
  const { paging, pageParam, firstNumber } = settings;
  return withQuery(
    settings,
    paging === 'page' ? { [pageParam]: firstNumber } : paging === 'offset' ? { [pageParam]: 0 } : {},
  );
}

function nextPage(
  settings: RestSettings,
  { page, rows, next, answer }: { page: number; rows: number; next: unknown; answer: OutgoingAnswer },
): string | undefined {
  const { paging, pageParam, pageSize, firstNumber } = settings;
  switch (paging) {
    case 'none':
      return undefined;
    case 'page':
      return rows === 0 ? undefined : withQuery(settings, { [pageParam]: firstNumber + page });
    case 'offset':
      return rows === 0 ? undefined : withQuery(settings, { [pageParam]: page * pageSize });
    case 'cursor':
      return typeof next === 'string' || typeof next === 'number'
        ? next === ''
          ? undefined
          : withQuery(settings, { [pageParam]: next })
        : undefined;
    case 'link': {
      const link = typeof next === 'string' && next !== '' ? next : linkIn(answer.headers.get('link'));
      return link === undefined ? undefined : below(settings.url, link, page);
    }
  }
}

function withQuery(
  { path, paging, sizeParam, pageSize }: RestSettings,
  parameters: Record<string, string | number>,
): string {
  const [place = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  if (paging !== 'none' && sizeParam !== '') search.set(sizeParam, String(pageSize));
  const text = search.toString();
  return text === '' ? place : `${place}?${text}`;
}

const linkIn = (header: string | null): string | undefined =>
  /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(header ?? '')?.[1];

/** A link leads on below the address of the connection: its secrets go nowhere else. */
function below(base: string, link: string, page: number): string {
  const root = new URL(base.endsWith('/') ? base : `${base}/`);
  const url = URL.canParse(link, root) ? new URL(link, root) : undefined;
  if (!url || url.origin !== root.origin || !url.pathname.startsWith(root.pathname))
    throw new AppError('etl.http.elsewhere', { page });
  return `${url.pathname.slice(root.pathname.length)}${url.search}`;
}

async function asked(client: HttpClient, path: string, page: number): Promise<OutgoingAnswer> {
  for (let trial = 1; ; trial += 1) {
    const answer = await once(client, path);
    const status = answer instanceof ConnectionFailure ? undefined : answer.status;
    if (!(answer instanceof ConnectionFailure) && status! < 400) return answer;
    const passing = status === undefined || status === 429 || status >= 500;
    if (!passing || trial === tries) {
      if (answer instanceof ConnectionFailure) throw new AppError(answer.code, { ...answer.data, page });
      if (status === 401 || status === 403) throw new AppError('connections.test.login', { status, page });
      throw new AppError('etl.http.answer', { status, page });
    }
    const told = answer instanceof ConnectionFailure ? NaN : Number(answer.headers.get('retry-after'));
    await sleep(Math.min(longestWaitMs, told > 0 ? told * 1_000 : firstWaitMs * 2 ** (trial - 1)));
  }
}

async function once(client: HttpClient, path: string): Promise<OutgoingAnswer | ConnectionFailure> {
  try {
    return await client.call(path, { mostBytes: mostPageBytes });
  } catch (error) {
    return failureOf(error);
  }
}

/** `data.items`: names and numbers between dots. */
function valueAt(body: unknown, place: string): unknown {
  let value = body;
  for (const part of place.split('.').filter((name) => name !== ''))
    value = (value as Record<string, unknown> | null | undefined)?.[part];
  return value;
}
