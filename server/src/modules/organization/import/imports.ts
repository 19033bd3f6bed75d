import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { PeopleImport, PeopleReading, SheetColumn } from '@formwork/contract/organization/sheets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { startRun, type RunName } from '../../../platform/runs/runs.ts';
import { columnsOf } from '../../../platform/sheet/import/columns.ts';
import { headerIn } from '../../../platform/sheet/import/lines.ts';
import { takeSheet } from '../../../platform/sheet/import/take-sheet.ts';
import type { Files } from '../../../platform/files/files.ts';
import { guessText, partsOf } from '../../../platform/sheet/rows.ts';
import { initialPasswordHash } from '../../identity/public.ts';
import { columnTitles } from './sheet-columns.ts';
import type { PeopleImportTable } from '../tables.ts';
import { z } from 'zod';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export const peopleImportRun = {
  kind: 'organization.import_people',
  payload: z.object({ importId: z.uuid(), hash: z.string() }),
} satisfies RunName<unknown>;

/** Keeps the file and says which of its columns are understood; nothing is imported yet. */
export async function uploadPeopleSheet(
  ctx: Ctx,
  { query }: Input<'uploadPeopleSheet'>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<PeopleImport> {
  const { files } = ctx.platform;
  return takeSheet(ctx.platform, request, async ({ key, fileName }) => {
    const reading = await guessText(files, key, query);
    const { columns, ignored, total } = await look(files, key, reading);
    const id = newId();
    await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      tx
        .insertInto('organization.people_import')
        .values({
          space_id: ctx.spaceId,
          id,
          job_id: null,
          file_key: key,
          file_name: fileName,
          columns: JSON.stringify(columns),
          ignored: JSON.stringify(ignored),
          reading: JSON.stringify(reading),
          total,
          started_by: ctx.user.id,
        })
        .execute(),
    );
    return viewOf(ctx, await ownImport(ctx, id));
  });
}

export async function getPeopleImport(ctx: Ctx, { params }: Input<'getPeopleImport'>): Promise<PeopleImport> {
  return viewOf(ctx, await ownImport(ctx, params.importId));
}

/** The same file in another encoding, or another of its sheets: what it holds is found out again. */
export async function readPeopleSheet(ctx: Ctx, { params, body }: Input<'readPeopleSheet'>): Promise<PeopleImport> {
  const { id, file_key: key } = await ownImport(ctx, params.importId);
  const { columns, ignored, total } = await look(ctx.platform.files, key, body);
  const { numUpdatedRows } = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .updateTable('organization.people_import')
      .set({ columns: JSON.stringify(columns), ignored: JSON.stringify(ignored), reading: JSON.stringify(body), total })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw conflict('organization.import.started');
  return viewOf(ctx, await ownImport(ctx, id));
}

/** How the rows of an import are read, the same each time. */
export async function readingOf(
  { platform: { files } }: Pick<Ctx, 'platform'>,
  { reading, file_key: key }: Pick<Selectable<PeopleImportTable>, 'reading' | 'file_key'>,
): Promise<PeopleReading> {
  return reading ?? guessText(files, key);
}

async function look(
  files: Files,
  key: string,
  reading: PeopleReading,
): Promise<{ columns: (SheetColumn | null)[]; ignored: string[]; total: number }> {
  const { header, total } = await headerIn(files, key, reading);
  const headings = header.map((title) => title.trim());
  const columns = columnsOf(headings, columnTitles);
  if (!columns.includes('login')) throw invalid('organization.import.no_login_column');
  const ignored = headings.filter((title, at) => columns[at] === null && title !== '');
  return { columns, ignored, total };
}

export async function startPeopleImport(ctx: Ctx, { params, body }: Input<'startPeopleImport'>): Promise<PeopleImport> {
  const { id, state } = await ownImport(ctx, params.importId);
  if (state !== 'waiting') throw conflict('organization.import.started');
  // the job's row keeps the hash alone
  const hash = await initialPasswordHash(body.password);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const taken = await tx
      .updateTable('organization.people_import')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw conflict('organization.import.started');
    const job = await startRun({ ...ctx, tx }, peopleImportRun, { importId: id, hash });
    await tx.updateTable('organization.people_import').set({ job_id: job.id }).where('id', '=', id).execute();
  });
  return viewOf(ctx, await ownImport(ctx, id));
}

/** Whoever uploaded the file goes on with it, and nobody else. */
export async function ownImport(
  ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>,
  id: string,
): Promise<Selectable<PeopleImportTable>> {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('organization.people_import')
      .selectAll()
      .where('id', '=', id)
      .where('started_by', '=', ctx.user.id)
      .executeTakeFirst(),
  );
  if (!row) throw notFound('organization.import.not_found');
  return row;
}

async function viewOf(ctx: Pick<Ctx, 'platform'>, row: Selectable<PeopleImportTable>): Promise<PeopleImport> {
  const { id, job_id, file_name, file_key, state, columns, ignored, total, created, updated, failed } = row;
  const reading = state === 'waiting' ? await readingOf(ctx, row) : null;
  const parts = reading ? await partsOf(ctx.platform.files, file_key, reading) : { sheets: [], encodings: [] };
  return {
    ...parts,
    reading,
    id,
    jobId: job_id,
    fileName: file_name,
    state,
    columns: columns.flatMap((column) => column ?? []),
    ignored,
    total,
    created,
    updated,
    failed,
  };
}
