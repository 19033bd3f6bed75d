import { parentPort, workerData } from 'node:worker_threads';
import { rowLine, rowsOf } from '../../../../platform/engine/rows.ts';
import { copyLines } from './copy-lines.ts';
import { scriptRows, type ScriptWork } from './script-rows.ts';
import { rowWork, type RowWork } from './work-row.ts';

// Rows with what is worked out of them behind each: a thread of its own, so that no load stops what else the process does.

export type ThreadWork = FiguresWork | ScriptThreadWork;

interface FiguresWork extends RowWork {
  form: 'csv' | 'text';
  /** So many of the first columns go no further. */
  drop: number;
}

interface ScriptThreadWork extends ScriptWork {
  form: 'script';
}

const work = workerData as ThreadWork;
const port = parentPort!;

type Given = Uint8Array<ArrayBuffer> | null;
const waiting: Given[] = [];
let wake: (() => void) | undefined;
port.on('message', (chunk: Given) => {
  waiting.push(chunk);
  wake?.();
});

async function* given(): AsyncGenerator<Buffer> {
  for (;;) {
    while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const chunk = waiting.shift()!;
    if (chunk === null) return;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    port.postMessage({ taken: chunk.byteLength });
  }
}

/** `own`: no other bytes lie in the same place, and nobody here looks at these again. */
function tell(bytes: Buffer, own?: 'own'): void {
  if (bytes.length > 0) port.postMessage({ bytes }, own ? [bytes.buffer as ArrayBuffer] : []);
}

if (work.form === 'script') {
  const script = scriptRows(work);
  for await (const rows of rowsOf(given())) for await (const lines of script.lines(rows)) tell(Buffer.from(lines));
  await script.stop();
} else if (work.form === 'csv') {
  const workRow = rowWork(work);
  for await (const rows of rowsOf(given()))
    tell(Buffer.from(rows.map((row) => rowLine([...row.slice(work.drop), ...workRow(row)])).join('')));
} else {
  const lines = copyLines(work.inputs.length, work.drop, rowWork(work));
  for await (const chunk of given()) tell(lines.take(chunk), 'own');
  tell(lines.end(), 'own');
}
port.postMessage({ end: true });
port.close();
