import { Readable } from 'node:stream';
import type { ExportRequest } from '@formwork/contract/records/export.ts';
import { textIn } from '@formwork/contract/text.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { csvContent } from '../../../platform/sheet/write-csv.ts';
import { workbookStream } from '../../../platform/sheet/write-xlsx.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { addFiles, attachFiles, openFileContent, readableFile, storeContent, zipOfFiles } from '../../files/public.ts';
import { heldBy } from '../rights/held.ts';
import { filterOf } from '../read/list.ts';
import { personalPlan } from '../plan/personal-plan.ts';
import { planOf } from '../plan/plan.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { requireAction, rightsFor } from '../rights/rights.ts';
import { rowsSources } from '../read/rows-sources.ts';
import { dropExports, exportFileKind } from './exports.ts';
import { openExportRows } from './seen-rows.ts';
import { exportTable, requireColumns, type ExportTable } from './table.ts';
import { watermarkOf } from './watermark.ts';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
};

class Stopped extends Error {}

interface ExportRun {
  form_id: string;
  app_id: string;
  file_name: string;
  request: ExportRequest;
}

/** What the person may see and export at the time of the job, streamed from the database into the store. */
export async function runExport(
  job: Job<{ exportId: string }>,
): Promise<{ exportId: string; fileId: string; name: string; rows: number } | null> {
  const { exportId } = job.payload;
  const schema = spaceSchema(job.spaceId);
  const {
    rows: [found],
  } = await spaceQuery<ExportRun>(job.platform, {
    text: `select form_id, app_id, file_name, request from ${schema}.records_export where id = $1 and state = 'preparing'`,
    values: [exportId],
  });
  if (!found) return null;
  try {
    const made = await writeFile(job, found);
    const [file] = await addFiles(job, [
      { ...made.content, name: found.file_name, mediaType: mediaTypes[made.kind], purpose: 'export' },
    ]);
    await attachFiles(job.platform, job.spaceId, job.user.id, [file!.id], { kind: exportFileKind, id: exportId });
    await inSpace(job, async (tx) => {
      await tx.query({
        text: `update ${schema}.records_export set state = 'ready', file_id = $2, size = $3, rows = $4, finished_at = now() where id = $1`,
        values: [exportId, file!.id, file!.size, made.rows],
      });
      await tx.event('records.exported', exportId, {
        formId: found.form_id,
        rows: made.rows,
        name: found.file_name,
        request: found.request,
      });
    });
    await dropEarlier(job, exportId, found.app_id);
    return { exportId, fileId: file!.id, name: found.file_name, rows: made.rows };
  } catch (error) {
    if (error instanceof Stopped) return null;
    if (error instanceof AppError)
      await spaceQuery(job.platform, {
        text: `update ${schema}.records_export set state = 'failed', error = $2, finished_at = now() where id = $1`,
        values: [exportId, error.code],
      });
    throw error;
  }
}

async function writeFile(job: Job, { form_id: formId, request, file_name: fileName }: ExportRun) {
  const plan = await planOf(job, formId);
  const rights = await rightsFor(plan, job);
  await requireAction(plan, job, rights, 'export', 'records.record.no_export');
  const { definition } = await personalPlan(job, { params: { formId }, query: {}, body: undefined });
  requireColumns(plan, definition, request);
  const filter = await filterOf(job.platform, plan, request);
  const eyes: Eyes = { rights, viewer: await viewerOf(job), held: await heldBy(plan, job, rights) };
  const rows = await openExportRows(
    job.platform,
    plan,
    { ...eyes, rowsOf: await rowsSources(job, plan, eyes, filter) },
    { filter, sort: request.sort, ids: request.ids },
  );
  try {
    const count = await rows.count();
    const passes = 1 + (request.tables?.length ?? 0);
    let pass = 0;
    let read = 0;
    const onRows = (done: number): void => {
      if (done < read) pass += 1;
      read = done;
      job.progress(Math.round((pass * count + done) / passes), count);
      if (job.cancelled()) throw new Stopped();
    };
    job.progress(0, count);
    const table = await exportTable(job, plan, { request, definition, rows, onRows });
    const content =
      request.format === 'csv'
        ? Readable.from(
            csvContent(table.columns, table.rows(), {
              delimiter: request.delimiter ?? ',',
              encoding: request.encoding ?? 'utf-8',
            }),
            { objectMode: false },
          )
        : workbookStream(
            [
              {
                name: textIn(definition.title, job.locale),
                columns: table.columns,
                rows: table.rows(),
                pictures: table.pictures,
              },
              ...table.slaves(),
            ],
            { watermark: await watermarkOf(job) },
          );
    const kind: keyof typeof mediaTypes = request.files ? 'zip' : request.format;
    return {
      content: await storeContent(
        job.platform,
        request.files ? zipped(job, content, fileName, request, table) : content,
      ),
      kind,
      rows: count,
    };
  } finally {
    await rows.end();
  }
}

/** The table first: it says which files there are. */
function zipped(
  job: Job,
  content: Readable,
  fileName: string,
  { format }: ExportRequest,
  table: ExportTable,
): Readable {
  function* entries() {
    yield { name: fileName.replace(/zip$/, format), open: () => Promise.resolve(content), packed: format === 'xlsx' };
    for (const { id, path } of table.files) {
      if (job.cancelled()) throw new Stopped();
      yield {
        name: path,
        packed: true,
        open: async () =>
          readableFile(job, id).then(
            (file) => openFileContent(job.platform, file),
            (error: unknown) => {
              // removed meanwhile
              if (error instanceof AppError && error.status === 404) return Readable.from([Buffer.alloc(0)]);
              throw error;
            },
          ),
      };
    }
  }
  return zipOfFiles(entries());
}

/** One export of each application is kept for a person. */
async function dropEarlier(job: Job, exportId: string, appId: string): Promise<void> {
  const { rows } = await spaceQuery<{ id: string }>(job.platform, {
    text: `select id from ${spaceSchema(job.spaceId)}.records_export where created_by = $1 and app_id = $2 and id <> $3 and (state <> 'preparing' or created_at < now() - interval '1 day')`,
    values: [job.user.id, appId, exportId],
  });
  await dropExports(
    job,
    rows.map(({ id }) => id),
  );
}
