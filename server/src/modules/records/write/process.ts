import type { Ctx } from '../../../platform/context.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SpaceReader, SpaceTx } from '../../../platform/db/space-data.ts';
import { directoryOf } from '../../organization/public.ts';
import { withKnownOf } from './known-values.ts';
import { unbook } from './steps/bookings.ts';
import { prepared } from '../plan/columns.ts';
import { systemValues } from './created.ts';
import { hiddenFromSomebody, hiddenWhere, hiddenWith } from './derived.ts';
import { keepKeysOf } from './steps/keys-again.ts';
import { seenRow } from '../read/get.ts';
import { maskedRecord } from '../rights/mask.ts';
import { strangePictures } from '../files/pictures.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import type { ProcessForm, ProcessRecord, ProcessSave, ProcessStateChange } from './process-types.ts';
import { insertWithSlaves, lockRecord, writeChanges, type NewRecord } from './save.ts';
import type { PreparedRecord } from './prepare.ts';
import { titleFieldOf } from '../plan/title.ts';
import { takenValue } from './taken.ts';
import { withTrueFiles } from '../files/true-files.ts';

type Where = { platform: Platform; spaceId: string };

/** The form in its last release; 404 while there is none. */
export async function formForProcess(ctx: Where, formId: string): Promise<ProcessForm> {
  const plan = await planOf(ctx, formId);
  const { form } = plan;
  const titleField = titleFieldOf(form.definition)?.id ?? null;
  const titleHidden = titleField !== null && (await hiddenFromSomebody(ctx, plan, titleField));
  return {
    formId,
    appId: form.appId,
    release: form.release,
    title: form.definition.title,
    titleKeys: titleField === null ? [] : [...hiddenWhere(plan, titleField)],
    titleHidden,
    definition: form.definition,
  };
}

/** The whole record, whoever asks: the engine has checked that its person may. */
export async function recordForProcess(
  tx: SpaceReader,
  ctx: Where,
  formId: string,
  recordId: string,
): Promise<ProcessRecord> {
  const plan = await planOf(ctx, formId);
  const { rows } = await tx.query<(string | null)[]>({ ...plan.statements.get, values: [recordId] });
  if (!rows[0]) throw notFound('records.record.not_found');
  return shown(plan, storedRecord(plan, rows[0]));
}

/** The same for a person who may see it; undefined for whoever may not. What is hidden from them is in it: the engine decides by it. */
export async function seenForProcess(ctx: Ctx, formId: string, recordId: string): Promise<ProcessRecord | undefined> {
  const seen = await seenRow(ctx, formId, recordId);
  return seen && shown(seen.plan, storedRecord(seen.plan, seen.stored));
}

/** What a save names of files, as they are: asked before the transaction of the save, since other modules answer. */
export async function trueFilesForProcess(
  ctx: Ctx,
  formId: string,
  save: Pick<ProcessSave, 'values' | 'slaves'>,
): Promise<Pick<ProcessSave, 'values' | 'slaves' | 'files'>> {
  const { given, files } = await withTrueFiles(ctx, await planOf(ctx, formId), save);
  return { values: given.values, slaves: given.slaves, files };
}

/** A save in the engine's transaction, with the rights of the node in place of those of the form. After the commit its files are to be attached. */
export async function saveFromProcess(tx: SpaceTx, ctx: Ctx, input: ProcessSave): Promise<ProcessRecord> {
  const plan = await planOf(ctx, input.formId);
  try {
    const after =
      input.recordId === undefined
        ? await insert(tx, ctx, plan, input)
        : await change(tx, ctx, plan, input, input.recordId);
    return shown(plan, after);
  } catch (error) {
    throw takenValue(plan, error);
  }
}

/** State, current nodes and executors stand in the record itself, so that lists need no join. The version stays: nobody's entry is touched. */
export async function setProcessState(
  tx: SpaceTx,
  ctx: Where & { user: { id: string } },
  { formId, recordId, state, nodes, executors }: ProcessStateChange,
): Promise<void> {
  const plan = await planOf(ctx, formId);
  tx.later({
    ...prepared(
      `update ${plan.table} set process_state = $2::text, process_nodes = $3::text[], process_executors = $4::uuid[], modified_at = now() where id = $1::uuid`,
    ),
    values: [recordId, state, nodes.length ? nodes : null, executors.length ? [...new Set(executors)] : null],
    orElse: () => notFound('records.record.not_found'),
  });
  await keepKeysOf(tx, ctx, plan, [recordId]);
  if (state === 'invalid') await unbook(tx, plan.bookings, recordId);
  await tx.event('records.process', recordId, { formId, recordId, state, nodes, executors });
}

async function insert(tx: SpaceTx, ctx: Ctx, plan: FormPlan, input: ProcessSave): Promise<StoredRecord> {
  const now = new Date();
  const { values, slaves, ruled } = await checked(tx, ctx, plan, input, undefined);
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  const record: NewRecord = {
    id: newId(),
    at: now.toISOString(),
    creator: ctx.user.id,
    department: people.get(ctx.user.id)?.departmentId ?? null,
    values,
    slaves,
    ruled,
  };
  await insertWithSlaves(tx, ctx, plan, record);
  const { id, version = 1 } = record;
  return { id, version, values: { ...systemValues(record), ...record.values }, slaves: record.slaves };
}

async function change(
  tx: SpaceTx,
  ctx: Ctx,
  plan: FormPlan,
  input: ProcessSave,
  recordId: string,
): Promise<StoredRecord> {
  const found = await lockRecord(tx, plan, recordId, ctx.user.id);
  if (!found) throw notFound('records.record.not_found');
  const before = found.record;
  if (input.expectedVersion !== undefined && input.expectedVersion !== before.version) {
    const modifier = before.values._modifier;
    throw conflict('records.record.version_conflict', {
      formId: input.formId,
      id: recordId,
      current: {
        ...maskedRecord(before, hiddenWith(plan, hiddenBy(input) ?? new Set())),
        can: { edit: true, delete: false, share: false, transfer: false },
      },
      currentBy: Array.isArray(modifier) ? modifier[0] : null,
      currentAt: before.values._modifiedAt,
    });
  }
  const { record } = await writeChanges(tx, ctx, plan, before, await checked(tx, ctx, plan, input, before), 'process');
  return record;
}

async function checked(
  tx: SpaceTx,
  ctx: Ctx,
  plan: FormPlan,
  input: ProcessSave,
  before: StoredRecord | undefined,
): Promise<Pick<PreparedRecord, 'values' | 'slaves' | 'ruled'>> {
  const { given, known } = await withKnownOf(ctx, plan, input, before === undefined, tx);
  const { values, slaves, errors, ruled } = await prepareLinked(tx, ctx, plan, given, before, {
    allowed: input.allowedFields,
    known,
    files: input.allowedFields === 'all' ? 'all' : (input.files ?? new Set()),
    hidden: hiddenBy(input),
    draft: input.draft,
    userId: ctx.user.id,
    now: new Date(),
    timeZone: plan.timeZone,
    directory: await directoryOf(ctx.platform, ctx.spaceId),
  });
  if (errors.length === 0) errors.push(...(await strangePictures(ctx, plan, before, { values, slaves })));
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
  return { values, slaves, ruled };
}

function hiddenBy({ allowedFields }: ProcessSave): ReadonlySet<string> | undefined {
  return allowedFields === 'all' ? undefined : allowedFields.hidden;
}

function shown(plan: FormPlan, record: StoredRecord): ProcessRecord {
  return { ...record, title: plan.titleOf(record.values) };
}
