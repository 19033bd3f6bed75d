import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { PeopleImport } from '@formwork/contract/organization/sheets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { startJob } from '../../platform/jobs.ts';
import { receiveSheet } from '../../platform/sheet/receive.ts';
import { batchesOf, guessText } from '../../platform/sheet/rows.ts';
import { initialPasswordHash } from '../identity/public.ts';
import { columnOf } from './sheet-columns.ts';
import type { PeopleImportTable } from './tables.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export const peopleImportJob = 'organization.import_people';

/** Keeps the file and says which of its columns are understood; nothing is imported yet. */
export async function uploadPeopleSheet(ctx: Ctx, _input: unknown, _reply: FastifyReply, request: FastifyRequest): Promise<PeopleImport> {
  const { files } = ctx.platform;
  const { key, fileName } = await receiveSheet(ctx.platform, request);
  try {
    let titles: string[] | undefined;
    let total = 0;
    for await (const rows of batchesOf(files, key, await guessText(files, key))) {
      titles ??= rows[0];
      total += rows.length;
    }
    const headings = (titles ?? []).map((title) => title.trim());
    const columns = headings.map(columnOf);
    if (!columns.includes('login')) throw invalid('organization.import.no_login_column');
    const id = newId();
    const ignored = headings.filter((title, at) => columns[at] === null && title !== '');
    await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      tx.insertInto('organization.people_import').values({
        space_id: ctx.spaceId, id, job_id: null, file_key: key, file_name: fileName,
        columns: JSON.stringify(columns), ignored: JSON.stringify(ignored), total: Math.max(0, total - 1), started_by: ctx.user.id,
      }).execute());
    return viewOf(await ownImport(ctx, id));
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}

export async function getPeopleImport(ctx: Ctx, { params }: Input<'getPeopleImport'>): Promise<PeopleImport> {
  return viewOf(await ownImport(ctx, params.importId));
}

export async function startPeopleImport(ctx: Ctx, { params, body }: Input<'startPeopleImport'>): Promise<PeopleImport> {
  const { id, state } = await ownImport(ctx, params.importId);
  if (state !== 'waiting') throw conflict('organization.import.started');
  // the job's row keeps the hash alone
  const hash = await initialPasswordHash(body.password);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const taken = await tx.updateTable('organization.people_import').set({ state: 'running' }).where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw conflict('organization.import.started');
    const job = await startJob({ ...ctx, tx }, peopleImportJob, { importId: id, hash });
    await tx.updateTable('organization.people_import').set({ job_id: job.id }).where('id', '=', id).execute();
  });
  return viewOf(await ownImport(ctx, id));
}

/** Whoever uploaded the file goes on with it, and nobody else. */
export async function ownImport(ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, id: string): Promise<Selectable<PeopleImportTable>> {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('organization.people_import').selectAll().where('id', '=', id).where('started_by', '=', ctx.user.id).executeTakeFirst());
  if (!row) throw notFound('organization.import.not_found');
  return row;
}

function viewOf({ id, job_id, file_name, state, columns, ignored, total, created, updated, failed }: Selectable<PeopleImportTable>): PeopleImport {
  return { id, jobId: job_id, fileName: file_name, state, columns: columns.flatMap((column) => column ?? []), ignored, total, created, updated, failed };
}
