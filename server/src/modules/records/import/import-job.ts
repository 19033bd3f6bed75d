import type { ImportSettings } from '@formwork/contract/records/import.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { headerIn } from '../../../platform/sheet/import/lines.ts';
import { writeBatches } from '../../../platform/sheet/import/write-batches.ts';
import { directoryOf } from '../../organization/public.ts';
import { alikeRows } from './import-alike.ts';
import { fileFinder } from './import-files.ts';
import { matchRows } from './import-match.ts';
import { rowReader } from './import-rows.ts';
import { recordsOf, secondSheets } from './import-source.ts';
import { writeBatch } from './import-write.ts';
import type { Loading, RunningImport } from './imports.ts';
import { idsByTitle } from '../relations/import-linked.ts';
import { planOf } from '../plan/plan.ts';

/** New records go in by the thousand; others are locked and written one by one, and not held longer than needed. */
const newAtOnce = 1_000;
const changedAtOnce = 200;

type Result = Pick<RunningImport, 'imported' | 'updated' | 'failed'> & { formId: string };

/**
 * Imports a file in batches. Each moves the import's own row, so after a crash the next run goes on behind the last batch
 * and none is written twice.
 */
export async function runImport(job: Job<{ importId: string }>): Promise<Result> {
  const running = await load(job);
  const result = (): Result => ({
    formId: running.form_id,
    imported: running.imported,
    updated: running.updated,
    failed: running.failed,
  });
  if (running.state === 'finished') return result();
  const { files } = job.platform;
  const { file_key: key, reading } = running;
  const settings: ImportSettings & Loading = { ...running.settings, mapping: running.mapping };
  if (running.total === 0)
    running.total = running.counted ?? (await headerIn(files, key, reading, () => job.cancelled())).total;
  await spaceQuery(job.platform, {
    text: `update ${spaceSchema(job.spaceId)}.records_import set total = $2, state = 'running' where id = $1`,
    values: [running.id, running.total],
  });
  job.progress(running.done, running.total);
  const plan = await planOf(job, running.form_id);
  const reader = rowReader(job, plan, settings, await directoryOf(job.platform, job.spaceId));
  const slaves = await secondSheets(files, key, reading, settings);
  const finder = reader.takesFiles ? await fileFinder(job, running, true) : undefined;
  const alike = settings.quick ? undefined : await alikeRows(job, plan, settings);
  const onlyNew = (settings.mode ?? 'create') === 'create';
  const atOnce = onlyNew && !finder ? newAtOnce : changedAtOnce;
  const records = recordsOf(files, key, reading, settings, slaves, {
    after: running.done,
    atOnce,
    pictures: reader.pictureColumns,
  });
  const whole = await writeBatches(job, records, {
    async read(batch) {
      const named = plan.linked ? await idsByTitle(job, plan, reader.titles(batch)) : new Map();
      const rows = await reader.given(batch, named, finder);
      return { rows, early: onlyNew ? reader.read(rows) : undefined };
    },
    async write({ rows, early }) {
      const matched = early ?? (await matchRows(job, plan, settings, rows));
      await writeBatch(job, plan, running, reader, rows, matched, alike);
    },
    done: () => running.done,
    total: running.total,
  });
  if (!whole) return result();
  await spaceQuery(job.platform, {
    text: `update ${plan.schema}.records_import set state = 'finished', total = done, finished_at = now() where id = $1`,
    values: [running.id],
  });
  return result();
}

async function load(job: Job<{ importId: string }>): Promise<RunningImport> {
  const schema = spaceSchema(job.spaceId);
  const { rows } = await spaceQuery<RunningImport>(job.platform, {
    text: `select i.id, i.form_id, s.file_key, s.archive_key, i.reading, i.mapping, i.settings, i.state, i.batch, i.done, i.total, i.imported, i.updated, i.failed, case when s.rows_read = i.reading then s.rows end as counted
      from ${schema}.records_import i join ${schema}.records_sheet s on s.id = i.sheet_id where i.id = $1`,
    values: [job.payload.importId],
  });
  if (!rows[0]) throw invalid('records.import.not_found');
  return rows[0];
}
