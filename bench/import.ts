import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workbookStream, type SheetCell, type SheetColumn } from '../server/src/platform/sheet/write-xlsx.ts';
import { startDatabase } from './database.ts';
import type { Figure } from './measure.ts';
import { signIn, startProduct } from './product.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 1_000_000);
const limits = { csv: { import: 60, export: 60 }, xlsx: { import: 180, export: 150 } };
const mostMb = 300;
const batch = 1_000;

type Format = keyof typeof limits;

/**
 * A file of 1,000,000 rows by 14 columns into a new form and out of it again, as csv and as xlsx: from the call to the end
 * of the job, with the history and the event log that every record has. Memory is the most that the server held above what it
 * held before, uploads included.
 */
export async function imports(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-import-'));
  const database = await startDatabase();
  try {
    const files = { csv: path.join(folder, 'rows.csv'), xlsx: path.join(folder, 'rows.xlsx') };
    await pipeline(Readable.from(csvLines()), createWriteStream(files.csv));
    await pipeline(workbookStream([{ name: 'rows', columns, rows: batches() }]), createWriteStream(files.xlsx));
    const product = await startProduct(database);
    try {
      const call = caller(product.url, await signIn(product.url, 'admin'));
      const app = await call<{ id: string }>('/forms/apps', { title: { zh: 'bench' } });
      // once in small, so that the code is compiled and memory is what it is at work
      await bringIn(
        call,
        app.id,
        await upload(product.url, call, new Blob([[...firstLines(2_000)].join('')]), 'small.csv'),
      );
      const memory = watchMemory(product.pid);
      const figures: Figure[] = [];
      const second = (name: string, ours: number, limit: number): void => {
        console.error(
          `${name}: ${ours.toFixed(1)}, ${Math.round(rows / ours).toLocaleString()} rows a second; ${memory.cpu().toFixed(1)} s of CPU in the server; memory ${Math.round(memory.grown())} MB`,
        );
        figures.push({ name, unit: 's', ours, limit: (limit * rows) / 1_000_000, better: 'lower' });
      };
      for (const format of ['csv', 'xlsx'] as const) {
        const sheet = await upload(product.url, call, await openAsBlob(files[format]), `rows.${format}`);
        memory.cpu();
        const { formId, seconds } = await bringIn(call, app.id, sheet);
        second(`${format} import s`, seconds, limits[format].import);
        second(`${format} export s`, await takeOut(call, formId, format), limits[format].export);
      }
      figures.push({ name: 'memory growth mb', unit: 'MB', ours: memory.end(), limit: mostMb, better: 'lower' });
      return figures;
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const titles = [
  'No',
  'Code',
  'Machine',
  'Line',
  'Status',
  'Amount',
  'Price',
  'Share',
  'Day',
  'Moment',
  'Done',
  'Person',
  'Remark',
  'Place',
];
const columns: SheetColumn[] = titles.map((title) => ({
  title,
  ...(title === 'Day' && { format: 'yyyy-mm-dd' }),
  ...(title === 'Moment' && { format: 'yyyy-mm-dd hh:mm' }),
}));
const statuses = ['open', 'running', 'waiting', 'finished', '已完成'];

function rowOf(n: number): SheetCell[] {
  return [
    n,
    `P-${String(n).padStart(8, '0')}`,
    `Machine ${n % 400}`,
    `产线 ${n % 12}`,
    statuses[n % statuses.length]!,
    (n % 9_973) / 4,
    10 + (n % 500) / 100,
    (n % 1_000) / 1_000,
    45_000 + (n % 900),
    45_000 + (n % 900) + (n % 1_440) / 1_440,
    n % 3 === 0 ? '是' : '否',
    `person ${n % 700}`,
    n % 5 === 0 ? `checked, see report ${n}` : null,
    `Hall ${n % 9}, row ${n % 40}`,
  ];
}

async function* batches(): AsyncGenerator<SheetCell[][]> {
  for (let at = 0; at < rows; at += batch)
    yield await Promise.resolve(Array.from({ length: Math.min(batch, rows - at) }, (_, n) => rowOf(at + n + 1)));
}

const day = (serial: number): string => new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString();

function line(n: number): string {
  return `${rowOf(n)
    .map((cell, at) =>
      cell === null || typeof cell === 'object'
        ? ''
        : at === 8
          ? day(cell as number).slice(0, 10)
          : at === 9
            ? day(cell as number)
                .slice(0, 16)
                .replace('T', ' ')
            : String(cell).includes(',')
              ? `"${cell}"`
              : cell,
    )
    .join(',')}\r\n`;
}

function* firstLines(count: number): Generator<string> {
  yield `${titles.join(',')}\r\n`;
  for (let n = 1; n <= count; n += 1) yield line(n);
}

function* csvLines(): Generator<string> {
  let text = '';
  for (const one of firstLines(rows)) {
    text += one;
    if (text.length < 64 * 1024) continue;
    yield text;
    text = '';
  }
  yield text;
}

type Call = <Answer>(path: string, body?: object) => Promise<Answer>;

function caller(url: string, cookie: string): Call & { cookie: string } {
  const call = async <Answer>(at: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/api${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return Object.assign(call, { cookie });
}

interface UploadedSheet {
  uploadId: string;
  reading: object;
  columns: { index: number; title: string; type: string; config: object }[];
}

async function upload(
  url: string,
  { cookie }: { cookie: string },
  content: Blob,
  name: string,
): Promise<UploadedSheet> {
  const body = new FormData();
  body.append('file', content, name);
  const began = performance.now();
  const answer = await fetch(`${url}/api/records/sheets`, { method: 'POST', headers: { cookie, origin: url }, body });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  const sheet = (await answer.json()) as UploadedSheet;
  console.error(`${name}: uploaded and looked through in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return sheet;
}

async function bringIn(
  call: Call,
  appId: string,
  { uploadId, reading, columns: guessed }: UploadedSheet,
): Promise<{ formId: string; seconds: number }> {
  const began = performance.now();
  const { formId, importId } = await call<{ formId: string; importId: string }>(`/records/sheets/${uploadId}/form`, {
    appId,
    title: { zh: 'bench' },
    reading,
    columns: guessed.map(({ index, title, type, config }) => ({ index, title: { zh: title }, type, config })),
  });
  const done = await ended<{ failed: number; imported: number }>(call, `/records/imports/${importId}`);
  if (done.failed > 0 || done.imported === 0) throw new Error(`imported ${done.imported}, failed ${done.failed}`);
  return { formId, seconds: (performance.now() - began) / 1_000 };
}

async function takeOut(call: Call, formId: string, format: Format): Promise<number> {
  const { definition } = await call<{ definition: { fields: { id: string }[] } }>(`/records/${formId}/plan`);
  const began = performance.now();
  const { exportId } = await call<{ exportId: string }>(`/records/${formId}/exports`, {
    format,
    columns: definition.fields.map(({ id }) => id),
  });
  const done = await ended<{ rows: number }>(call, `/records/exports/${exportId}`);
  if (done.rows !== rows) throw new Error(`${done.rows} rows in place of ${rows}`);
  return (performance.now() - began) / 1_000;
}

async function ended<Answer>(call: Call, at: string): Promise<Answer> {
  for (;;) {
    const found = await call<Answer & { state: string; error: unknown }>(at);
    if (found.state === 'finished' || found.state === 'ready') return found;
    if (found.state === 'failed' || found.state === 'cancelled')
      throw new Error(`${at}: ${found.state} ${String(found.error)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Of the server's process alone; the database has its own, of fixed size. */
function watchMemory(pid: number): { grown(): number; cpu(): number; end(): number } {
  const held = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  const before = held();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, 200);
  let told = used(pid);
  return {
    grown: () => most - before,
    /** Since it was last asked. */
    cpu() {
      const since = told;
      told = used(pid);
      return told - since;
    },
    end() {
      clearInterval(timer);
      return most - before;
    },
  };
}

/** Seconds of all its threads: what a shared machine's clock does not tell. */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
