import type { Selectable } from 'kysely';
import { inControl } from '../../../platform/db/db.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { inBatches, linesIn, type SheetLine } from '../../../platform/sheet/import/lines.ts';
import { allOrEach, writeBatches } from '../../../platform/sheet/import/write-batches.ts';
import { changeOrganization } from '../change.ts';
import { administered } from '../delegated/administered.ts';
import { placeWithin, requireOrdinary } from '../delegated/limits.ts';
import { importPlaces, type ImportPlaces } from './import-places.ts';
import { writePeople, type ImportedRow } from './import-rows.ts';
import { ownImport, readingOf } from './imports.ts';
import { requirePlace, writePlace } from '../people/places.ts';
import { readRow } from './sheet-columns.ts';
import type { ImportFailure, PeopleImportTable } from '../tables.ts';

const batchRows = 200;
/** Reasons that are kept; what fails beyond is counted. */
const mostFailures = 20_000;

interface Outcome {
  created: number;
  updated: number;
  failures: ImportFailure[];
}

/**
 * People in batches that commit one by one, each with how far the import is: after a crash the next run goes on behind the
 * last one. Superiors come last, because they may stand further down in the file.
 */
export async function importPeople(
  job: Job<{ importId: string; hash: string }>,
): Promise<{ created: number; updated: number; failed: number }> {
  const row = await ownImport(job, job.payload.importId);
  let { done } = row;
  const places = importPlaces((await administered(job, 'people')).part);
  const whole = await writeBatches(job, inBatches(peopleAfter(job, row, done), batchRows), {
    read: (lines) => readLines(lines, row),
    async write({ rows, wrong, upTo }) {
      await writeBatch(job, row.id, places, rows, { done: upTo, wrong });
      done = upTo;
    },
    done: () => done,
    total: row.total,
  });
  if (!whole) return ended(job, row.id, 'cancelled');
  if (row.columns.includes('superior')) await writeSuperiors(job, row);
  return ended(job, row.id, 'finished');
}

async function* peopleAfter(job: Job, row: Selectable<PeopleImportTable>, done: number): AsyncGenerator<SheetLine> {
  for await (const line of linesIn(job.platform.files, row.file_key, await readingOf(job, row)))
    if (line.at >= done) yield line;
}

function readLines(lines: readonly SheetLine[], { columns }: Selectable<PeopleImportTable>) {
  const rows: ImportedRow[] = [];
  const wrong: ImportFailure[] = [];
  for (const { line, cells } of lines) {
    const read = readRow(cells, columns);
    if ('person' in read) rows.push({ line, person: read.person });
    else wrong.push({ line, code: 'organization.import.wrong_cell', column: read.wrong });
  }
  return { rows, wrong, upTo: lines.at(-1)!.at + 1 };
}

/** All at once; where one of them is refused, each by itself. */
async function writeBatch(
  job: Job<{ hash: string }>,
  importId: string,
  places: ImportPlaces,
  rows: readonly ImportedRow[],
  { done, wrong }: { done: number; wrong: ImportFailure[] },
): Promise<void> {
  const outcome: Outcome = { created: 0, updated: 0, failures: wrong };
  await allOrEach(
    rows,
    async (some) => {
      const { created, updated } = await writePeople(job, places, some, job.payload.hash);
      outcome.created += created;
      outcome.updated += updated;
    },
    ({ line }, refused) => outcome.failures.push({ line, ...reasonOf(refused) }),
    reasonOf,
  );
  await keep(job, importId, outcome, done);
}

async function writeSuperiors(job: Job, row: Selectable<PeopleImportTable>): Promise<void> {
  for await (const lines of inBatches(peopleAfter(job, row, 0), batchRows)) {
    const failures: ImportFailure[] = [];
    await changeOrganization(
      job,
      async (tx, before) => {
        const byLogin = new Map([...before.people.values()].map((person) => [person.login.toLowerCase(), person]));
        for (const { line, cells } of lines) {
          const read = readRow(cells, row.columns);
          if (!('person' in read) || read.person.superior === undefined) continue;
          const person = byLogin.get(read.person.login.toLowerCase());
          if (!person) continue;
          const superior = read.person.superior === '' ? null : byLogin.get(read.person.superior.toLowerCase());
          try {
            if (superior === undefined)
              throw notFound('organization.import.no_superior', { login: read.person.superior });
            if ((superior?.id ?? null) === person.superiorId) continue;
            requireOrdinary(tx.care, person);
            const place = placeWithin(tx.care, { superiorId: superior?.id ?? null }, person.id);
            requirePlace(before, place, person, tx.care.whole);
            await writePlace(tx, person.id, place);
            tx.touch({ people: [person.id] });
          } catch (error) {
            failures.push({ line, ...reasonOf(error) });
          }
        }
      },
      'people',
    );
    if (failures.length > 0) await keep(job, row.id, { created: 0, updated: 0, failures });
  }
}

async function keep(job: Job, importId: string, { created, updated, failures }: Outcome, done?: number): Promise<void> {
  await inControl(job.platform.control, job.spaceId, async (tx) => {
    const kept = await tx
      .selectFrom('organization.people_import')
      .select('failures')
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    const all = [...(kept?.failures ?? []), ...failures].slice(0, mostFailures);
    await tx
      .updateTable('organization.people_import')
      .set((eb) => ({
        created: eb('created', '+', created),
        updated: eb('updated', '+', updated),
        failed: eb('failed', '+', failures.length),
        ...(done === undefined ? {} : { done }),
        ...(failures.length > 0 ? { failures: JSON.stringify(all) } : {}),
      }))
      .where('id', '=', importId)
      .execute();
  });
}

async function ended(
  job: Job,
  importId: string,
  state: 'finished' | 'cancelled',
): Promise<{ created: number; updated: number; failed: number }> {
  return inControl(job.platform.control, job.spaceId, (tx) =>
    tx
      .updateTable('organization.people_import')
      .set({ state })
      .where('id', '=', importId)
      .returning(['created', 'updated', 'failed'])
      .executeTakeFirstOrThrow(),
  );
}

/** Refusals have a reason; anything else is no fault of the row. */
function reasonOf(error: unknown): { code: string; data?: Record<string, unknown> } {
  if (error instanceof AppError) return { code: error.code, ...(error.data ? { data: error.data } : {}) };
  if ((error as { code?: string }).code === '23505') return { code: conflict('organization.import.taken').code };
  throw error;
}
