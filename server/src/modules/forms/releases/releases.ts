import type { DefinitionChange, formsApi, Release, ReleasePlan } from '@formwork/contract/forms/api.ts';
import type { Use } from '@formwork/contract/forms/uses.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { emptiesProblems, withEmpties } from '@formwork/contract/forms/empties.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { startRun } from '../../../platform/runs/runs.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { compareDefinitions } from './compare.ts';
import { computedFromHidden } from '../rights/computed-from-hidden.ts';
import { releasedDefinition } from './drafts.ts';
import { designedForm } from '../designed-form.ts';
import { withSources, writeLinks } from '../links.ts';
import { definitionProblems } from './problems.ts';
import { asksForRecalculation, recalculationRun } from './recalculation.ts';
import { forgetForm } from './released.ts';
import { indexNeeds } from '../schema/rule-indexes.ts';
import { rulesHeldBy } from '../rights/rules.ts';
import { actualTables, changeTables, countRows, fillAgain } from '../schema/table-changes.ts';
import { planTables, type TablePlan } from '../schema/table-plan.ts';
import { followOptions, usesOfTaken } from '../uses/find-uses.ts';
import { heldOptions } from '../uses/held-options.ts';
import { readAhead, type Ahead } from '../uses/known-users.ts';
import { takenAway } from '../uses/taken-away.ts';
import { refuseWhileUsed } from '../uses/uses.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function planRelease(ctx: Ctx, { params }: Input<'planRelease'>): Promise<ReleasePlan> {
  const { shown } = await work(ctx, params.formId);
  return shown;
}

/**
 * Changes the tables first, then publishes: the new columns do no harm to whoever still works with the release before.
 * A release that broke off in between is simply asked for again.
 */
export async function release(ctx: Ctx, { params: { formId }, body }: Input<'release'>): Promise<Release> {
  const { definition, before, last, shown, tables, ahead } = await work(ctx, formId);
  if (shown.draftVersion !== body.draftVersion)
    throw conflict('forms.draft.version_conflict', { version: shown.draftVersion });
  const errors = shown.problems.filter(({ level }) => level === 'error');
  if (errors.length) throw new AppError('forms.release.problems', { problems: errors });
  if (shown.changes.length === 0) throw conflict('forms.release.unchanged');
  refuseWhileUsed(shown.uses, body.acceptUses === true);
  if (shown.losesData && !body.acceptLoss)
    throw conflict('forms.release.loses_data', { steps: shown.steps.filter(({ rows }) => rows) });
  const since = new Date();
  await changeTables(ctx.platform, ctx.spaceId, formId, tables);
  const until = new Date();
  const done = await publish(ctx, {
    formId,
    draftVersion: body.draftVersion,
    last,
    before,
    definition,
    changes: shown.changes,
    note: body.note ?? null,
    acceptUses: body.acceptUses === true,
    ahead,
  });
  for (const id of [formId, ...done.linked]) forgetForm(ctx.platform, ctx.spaceId, id);
  await fillAgain(ctx.platform, ctx.spaceId, formId, tables, since, until);
  return done.release;
}

export async function listReleases({ tx }: TxCtx, { params }: Input<'listReleases'>): Promise<{ releases: Release[] }> {
  await designedForm(tx, params.formId);
  const rows = await tx
    .selectFrom('forms.release')
    .select(['number', 'changes', 'note', 'uses', 'released_by', 'released_at'])
    .where('form_id', '=', params.formId)
    .orderBy('number', 'desc')
    .execute();
  return {
    releases: rows.map((row) => ({
      formId: params.formId,
      number: row.number,
      note: row.note,
      changes: row.changes,
      uses: row.uses,
      releasedBy: row.released_by,
      releasedAt: row.released_at.toISOString(),
    })),
  };
}

export async function getRelease(
  { tx }: TxCtx,
  { params }: Input<'getRelease'>,
): Promise<Release & { definition: FormDefinition }> {
  await designedForm(tx, params.formId);
  const row = await tx
    .selectFrom('forms.release')
    .selectAll()
    .where('form_id', '=', params.formId)
    .where('number', '=', params.number)
    .executeTakeFirst();
  if (!row) throw notFound('forms.release.not_found');
  return {
    formId: params.formId,
    number: row.number,
    note: row.note,
    changes: row.changes,
    uses: row.uses,
    releasedBy: row.released_by,
    releasedAt: row.released_at.toISOString(),
    definition: row.definition,
  };
}

async function work(
  ctx: Ctx,
  formId: string,
): Promise<{
  definition: FormDefinition;
  before: FormDefinition | null;
  last: number | null;
  shown: ReleasePlan;
  tables: TablePlan;
  ahead: Ahead;
}> {
  const { platform, spaceId } = ctx;
  const ahead = await readAhead(ctx);
  const {
    draft,
    problems: found,
    before,
    last,
    needs,
    uses,
    inherited,
  } = await inControl(platform.control, spaceId, async (tx) => {
    const form = await designedForm(tx, formId);
    const saved = await tx
      .selectFrom('forms.draft')
      .select(['version', 'definition'])
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow();
    const asItIs = withEmpties(await withSources(tx, formId, saved.definition));
    const inUse = await releasedDefinition(tx, formId, form.release);
    return {
      draft: { ...saved, definition: asItIs },
      problems: await definitionProblems(tx, zoneOf(platform, spaceId), formId, asItIs),
      before: inUse,
      last: form.release,
      uses: await usesOfTaken(platform, tx, formId, takenAway(formId, inUse, asItIs), ahead),
      inherited: await computedFromHidden(tx, formId, asItIs),
      needs: indexNeeds((await rulesHeldBy(tx, [form])).get(formId) ?? []),
    };
  });
  const { definition } = draft;
  // what others show or count of a field that goes is told by the users of it, each with the way there
  const problems = [
    ...found.filter(
      ({ code, field }) => code !== 'forms.problem.still_used' || !uses.some(({ to }) => to.element === field),
    ),
    ...(await heldOptions(platform, spaceId, formId, before, definition)),
    ...emptiesProblems(before, definition),
  ];
  const tables: TablePlan = problems.some(({ level }) => level === 'error')
    ? { steps: [], statements: [], backfills: [], indexes: [], bookings: [], drops: [] }
    : planTables(
        spaceSchema(spaceId),
        formId,
        definition,
        before,
        await actualTables(platform.owner, spaceId, formId),
        zoneOf(platform, spaceId),
        needs,
      );
  await countRows(platform.owner, tables);
  const steps = tables.steps.map(({ count: _count, ...step }) => step);
  return {
    definition,
    before,
    last,
    tables,
    ahead,
    shown: {
      draftVersion: draft.version,
      steps,
      changes: compareDefinitions(before, definition),
      problems,
      losesData: steps.some(({ rows }) => (rows ?? 0) > 0),
      uses,
      inherited,
    },
  };
}

interface Publishing {
  formId: string;
  draftVersion: number;
  last: number | null;
  before: FormDefinition | null;
  definition: FormDefinition;
  changes: DefinitionChange[];
  note: string | null;
  acceptUses: boolean;
  ahead: Ahead;
}

async function publish(
  ctx: Ctx,
  { formId, draftVersion, last, before, definition, changes, note, acceptUses, ahead }: Publishing,
): Promise<{ release: Release; linked: string[] }> {
  let followed: (() => void)[] = [];
  const done = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const draft = await tx
      .selectFrom('forms.draft')
      .select('version')
      .where('form_id', '=', formId)
      .forUpdate()
      .executeTakeFirst();
    if (draft?.version !== draftVersion) throw conflict('forms.draft.version_conflict', { version: draft?.version });
    // somebody else's release of the same draft came in between
    if ((await designedForm(tx, formId)).release !== last) throw conflict('forms.release.unchanged');
    // and a process may have been released since that was looked at
    const taken = takenAway(formId, before, definition);
    const uses = await usesOfTaken(ctx.platform, tx, formId, taken, ahead);
    refuseWhileUsed(uses, acceptUses);
    followed = await followOptions({ ...ctx, tx }, formId, taken.replaced);
    const number = last ?? 0;
    const releasedAt = new Date();
    await insertRelease(tx, ctx, { formId, number: number + 1, definition, changes, note, uses, releasedAt });
    const linked = await writeLinks(tx, ctx.spaceId, formId, definition);
    await record({ ...ctx, tx }, 'forms.released', { id: formId, formId, release: number + 1, linked });
    // rows that are there already hold what the release before computed
    const job = asksForRecalculation(before, definition)
      ? await startRun({ ...ctx, tx }, recalculationRun, {
          formId,
          release: number + 1,
          since: releasedAt.toISOString(),
        })
      : undefined;
    return {
      linked,
      release: {
        formId,
        number: number + 1,
        note,
        changes,
        uses,
        releasedBy: ctx.user.id,
        releasedAt: releasedAt.toISOString(),
        ...(job && { recalculation: job.id }),
      },
    };
  });
  for (const tell of followed) tell();
  return done;
}

async function insertRelease(
  tx: ControlTx,
  ctx: Ctx,
  row: {
    formId: string;
    number: number;
    definition: FormDefinition;
    changes: DefinitionChange[];
    note: string | null;
    uses: Use[];
    releasedAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('forms.release')
    .values({
      space_id: ctx.spaceId,
      form_id: row.formId,
      number: row.number,
      definition: JSON.stringify(row.definition),
      changes: JSON.stringify(row.changes),
      note: row.note,
      uses: JSON.stringify(row.uses),
      released_by: ctx.user.id,
      released_at: row.releasedAt,
    })
    .execute();
  await tx
    .updateTable('forms.form')
    .set({ release: row.number, title: JSON.stringify(row.definition.title) })
    .where('id', '=', row.formId)
    .execute();
}
