import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Encoding } from '@formwork/contract/records/encodings.ts';
import type { SheetName } from '@formwork/contract/records/import.ts';
import { invalid } from '../errors.ts';
import type { Files } from '../files/files.ts';
import { placeLine } from './lines.ts';
import type { Workbook } from './read-xlsx.ts';

/** Workbooks that are read whole: xls, xlsb, ods and what calls itself xls but is a page or XML. */
export interface OldWork {
  bytes: Uint8Array;
  /** Pages and XML in the encoding they are written in. */
  encoding: Encoding | undefined;
}

/** `lines`: where each row stands, from 1. */
export type OldSheets = (SheetName & { rows: string[][]; lines: number[] })[];
/** A reader that gives up says why, as far as it knows. */
export type OldAnswer = OldSheets | { encrypted: boolean };

const mostOldBytes = 60 * 1024 * 1024;
/** A small file may claim a million columns: nobody else waits for it, and it does not take the memory of all. */
const mostTime = 60_000;
const mostMemoryMb = 1_024;

export async function readOld(files: Files, key: string, encoding?: Encoding): Promise<Workbook> {
  if ((await files.size(key)) > mostOldBytes) throw new Error('too large to be read whole');
  const chunks: Buffer[] = [];
  for await (const chunk of await files.open(key)) chunks.push(chunk as Buffer);
  const sheets = await inThread({ bytes: new Uint8Array(Buffer.concat(chunks)), encoding });
  return {
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    async *rows(wanted) {
      const sheet =
        wanted === undefined
          ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
          : sheets.find(({ name }) => name === wanted);
      if (!sheet) return;
      sheet.rows.forEach((row, at) => placeLine(row, sheet.lines[at] ?? at + 1, at + 1));
      yield await Promise.resolve(sheet.rows);
    },
  };
}

async function inThread(work: OldWork): Promise<OldSheets> {
  const thread = new Worker(new URL('./read-old-thread.ts', import.meta.url), {
    workerData: work,
    transferList: [work.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    stdout: true,
    stderr: true,
  });
  try {
    // a broken file, too much memory and too much time all mean the same: it is none
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(mostTime) })) as [OldAnswer];
    if (Array.isArray(answer)) return answer;
    throw answer.encrypted ? invalid('records.sheet.encrypted') : new Error('no workbook');
  } finally {
    void thread.terminate();
  }
}
