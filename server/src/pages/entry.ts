import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import {
  buildCookie,
  firstAnswersElementId,
  firstFilesName,
  hasPage,
  type FilesOfPage,
  type FirstFiles,
} from '@formwork/contract/first-files.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import {
  nonceMark,
  pageConfigJson,
  pageConfigMark,
  scriptJson,
  type BaseAddresses,
  type PageConfigInput,
} from '@formwork/contract/page-config.ts';
import { styleSheetElementId, styleSheetPath } from '@formwork/contract/enterprise/style-link.ts';
import type { AppName } from '@formwork/contract/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filesFrom } from './built-files.ts';
import { contentSecurityPolicy } from './content-security.ts';
import type { Look } from './look.ts';

export interface Entry {
  html: string;
  /** Changes with every build. */
  build: string;
  files: FirstFiles;
}

export interface SentEntry {
  entry: Entry;
  config: PageConfigInput;
  status: number;
  look: Look;
  locale: Locale;
  /** Of the route that is shown. */
  pageId: string | undefined;
  /** The name of the enterprise's style sheet, where the page carries it. */
  styleSheet: string | undefined;
  /** Bodies of answers by address; undefined where none are sent along. */
  answers: Promise<Record<string, string>> | undefined;
  /** What the page begins with, made of them, for a browser that has no script of this build. */
  rows: (answers: Record<string, string>) => string;
  /** Other sites that may hold it in a frame. */
  framedBy: readonly string[];
  /** Of the services that the page asks. */
  addresses: BaseAddresses;
}

/** An entry names the files of its build: after a new one it is read again, or its pages would ask for files that are gone. */
export function entryReader(webDir: string): (app: AppName) => Entry {
  const entries = new Map<AppName, Entry & { builtAt: number }>();
  return (app) => {
    const file = path.join(webDir, 'apps', app, 'index.html');
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) throw new Error(`the front end is not built: ${file} is missing`);
    const known = entries.get(app);
    if (known?.builtAt === builtAt) return known;
    const html = readFileSync(file, 'utf8');
    const listed = readFileSync(path.join(webDir, firstFilesName), 'utf8');
    const build = createHash('sha256').update(listed).digest('hex').slice(0, 12);
    const entry = { html, build, files: JSON.parse(listed) as FirstFiles, builtAt };
    entries.set(app, entry);
    return entry;
  };
}

/** The frame leaves at once, the answers follow when they are there: scripts begin when the page is whole. */
export function sendEntry(request: FastifyRequest, reply: FastifyReply, sent: SentEntry): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  void reply
    .code(sent.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy(nonce, sent.addresses, sent.framedBy));
  const html = filledIn(sent, nonce);
  if (!sent.answers) return reply.send(html);
  const kept = new RegExp(`(?:^|;\\s*)${buildCookie}=([\\w.]+)`).exec(request.headers.cookie ?? '')?.[1];
  const has = hasPage(kept, sent.entry.build, sent.pageId);
  const body = Readable.from(inTwo(html, sent.answers, has ? () => '' : sent.rows));
  void reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body);
  // each part leaves as it is pressed: what the server does to all other answers would hold the first one back
  return reply.header('content-encoding', 'gzip').send(body.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })));
}

async function* inTwo(
  html: string,
  coming: Promise<Record<string, string>>,
  rows: SentEntry['rows'],
): AsyncGenerator<string> {
  const end = html.lastIndexOf('</body>');
  yield html.slice(0, end);
  const answers = await coming;
  yield rows(answers) + answersElement(answers) + html.slice(end);
}

function filledIn(
  { entry: { html, files, build }, look, pageId, locale, config, styleSheet, addresses }: SentEntry,
  nonce: string,
): string {
  const attributes = Object.entries(look).map(([name, value]) => `${name}="${value}" `);
  const page = pageId === undefined ? undefined : files.pages[pageId];
  const built = html.replace('</head>', () => `${page ? preloads(page, html, locale) : ''}</head>`);
  return filesFrom(addresses.static, built)
    .replace('<html ', `<html data-build="${build}" ${attributes.join('')}`)
    .replace('</head>', `${sheetLink(styleSheet)}</head>`)
    .replaceAll(nonceMark, nonce)
    .replace(pageConfigMark, () => pageConfigJson(config));
}

function sheetLink(name: string | undefined): string {
  return name === undefined ? '' : `<link rel="stylesheet" id="${styleSheetElementId}" href="${styleSheetPath(name)}">`;
}

/** The page's files are asked for at once, not one behind the other as each names the next. */
function preloads({ scripts, styles, texts }: FilesOfPage, html: string, locale: Locale): string {
  const isNew = (file: string) => !html.includes(`"${file}"`);
  return [
    ...[...scripts, ...(texts[locale] ?? [])]
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...styles.filter(isNew).map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
  ].join('');
}

function answersElement(answers: Record<string, string>): string {
  const bodies = Object.entries(answers).map(([address, body]) => `${JSON.stringify(address)}:${body}`);
  if (bodies.length === 0) return '';
  return `<script type="application/json" id="${firstAnswersElementId}">${scriptJson(`{${bodies.join(',')}}`)}</script>`;
}
