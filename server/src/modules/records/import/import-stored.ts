import type { CellError, ImportSettings } from '@formwork/contract/records/import.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { runImport } from './import-job.ts';
import { requireImport } from './imports.ts';

export interface StoredRows {
  /** Of the import: asked again with the same one, it goes on behind what is there. */
  id: string;
  formId: string;
  /** CSV in UTF-8 with a head, in the store. It belongs to the import from then on. */
  file: { key: string; name: string; size: number; rows: number };
  settings: ImportSettings;
  /**
   * Without what the form and its rules ask of new records, and told to nobody who would begin something. Types, unique values, numbers
   * and the person's right to import hold, and lists and the search know of them.
   */
  quick?: boolean;
}

export interface Imported {
  imported: number;
  updated: number;
  failed: number;
}

/**
 * Rows that are in the store already into a form, as an import of the person: with their rights, the form's rules, history and
 * events, in batches that are there once however often this is called, and with the way to take it all back.
 */
export async function importStored(
  job: Ctx & Pick<Job, 'progress' | 'moved' | 'cancelled'>,
  { id, formId, file, settings, quick = false }: StoredRows,
): Promise<Imported> {
  await requireImport(job, formId, settings);
  const { mapping, ...others } = { ...settings, ...(quick && { quick }) };
  const reading = { delimiter: ',', encoding: 'utf-8', headerRow: true };
  await inSpace(job, async (tx) => {
    await tx.query({
      text: `insert into ${tx.schema}.records_sheet (id, file_key, file_name, size, uploaded_by, rows, rows_read) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      values: [id, file.key, file.name, file.size, job.user.id, file.rows, JSON.stringify(reading)],
    });
    await tx.query({
      text: `insert into ${tx.schema}.records_import (id, sheet_id, form_id, reading, mapping, settings, state, started_by) values ($1, $1, $2, $3, $4, $5, 'waiting', $6) on conflict do nothing`,
      values: [id, formId, JSON.stringify(reading), JSON.stringify(mapping), JSON.stringify(others), job.user.id],
    });
  });
  const { imported, updated, failed } = await runImport({ ...job, payload: { importId: id } } as Job<{
    importId: string;
  }>);
  return { imported, updated, failed };
}

/** The rows that were left out, as they stood in the file, with the reason of each. */
export async function* leftOut(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  id: string,
): AsyncGenerator<{ line: number; cells: string[]; reasons: CellError[] }[]> {
  for (let after = 0; ;) {
    const { rows } = await spaceQuery<{ line: number; cells: string[]; reasons: CellError[] }>(platform, {
      text: `select line, cells, reasons from ${spaceSchema(spaceId)}.records_import_failure where import_id = $1 and line > $2 order by line limit 1000`,
      values: [id, after],
    });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.line;
  }
}
