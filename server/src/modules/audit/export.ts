import { Readable } from 'node:stream';
import type { auditApi, AuditExport } from '@formwork/contract/audit/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { lastOfTrail } from '../../platform/audit/chain.ts';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { startRun, type RunName } from '../../platform/runs/runs.ts';
import { addFiles, storeContent } from '../files/public.ts';
import { namesMentioned } from '../organization/public.ts';
import { csvLine } from './csv.ts';
import { readTrail, type TrailCursor } from './trail.ts';
import { AuditFilter } from '@formwork/contract/audit/api.ts';

export const exportRun = { kind: 'audit.export', payload: AuditFilter } satisfies RunName<unknown>;

const rowsAtOnce = 2_000;
const heads = [
  'No.',
  'Time',
  'Person',
  'Person id',
  'Kind',
  'Type',
  'Object id',
  'Address',
  'Request',
  'Details',
  'Hash',
];

export async function startExport(
  ctx: TxCtx,
  { body }: InputOf<typeof auditApi.exportTrail>,
): Promise<{ jobId: string }> {
  return { jobId: (await startRun(ctx, exportRun, body)).id };
}

/** A file of the person who asked; that they took it is itself told to the trail. */
export async function runExport(job: Job<AuditFilter>): Promise<AuditExport> {
  const counted = { rows: 0 };
  const content = await storeContent(job.platform, Readable.from(lines(job, counted)));
  const name = `audit-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.csv`;
  const [file] = await addFiles(job, [{ ...content, name, mediaType: 'text/csv', purpose: 'export' }]);
  await inControl(job.platform.control, job.spaceId, (tx) =>
    record({ ...job, tx }, 'audit.trail.exported', { id: file!.id, name, rows: counted.rows, filter: job.payload }),
  );
  return { fileId: file!.id, name, rows: counted.rows };
}

/** Begins with a byte order mark: spreadsheets take the text for another encoding without it. */
async function* lines(job: Job<AuditFilter>, counted: { rows: number }): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvLine(heads)}`);
  const { seq: total } = await lastOfTrail(job.platform, job.spaceId);
  for (let after: TrailCursor | undefined; !job.cancelled();) {
    const from = after;
    const found = await readTrail(job, job.payload, { after: from, limit: rowsAtOnce });
    const names = await namesMentioned(
      job.platform,
      job.spaceId,
      found.map((row) => row.actor),
    );
    const texts = found.map((row) =>
      csvLine([
        row.seq,
        row.at.toISOString(),
        names[row.actor ?? ''] ?? '',
        row.actor ?? '',
        row.kind,
        row.type,
        row.subject,
        row.ip,
        row.request_id,
        JSON.stringify(row.data),
        row.hash,
      ]),
    );
    yield Buffer.from(texts.join(''));
    counted.rows += found.length;
    job.progress(counted.rows, Math.max(total, counted.rows));
    if (found.length < rowsAtOnce) return;
    after = found.at(-1);
  }
}
