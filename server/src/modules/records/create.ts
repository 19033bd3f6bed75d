import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord, SlaveRow } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, spaceQuery, type Doer } from '../../platform/space-data.ts';
import { directoryOf } from '../organization/public.ts';
import { attachNewFiles } from './attachments.ts';
import { changesOf } from './changes.ts';
import { written } from './count.ts';
import { createParams, planOf, type FormPlan } from './plan.ts';
import { prepareRecord } from './prepare.ts';
import { recordCan, requireAction, rightsFor } from './rights.ts';
import { insertWithSlaves } from './save.ts';
import { takenValue } from './taken.ts';

/**
 * The hot path: one prepared statement for record, history and event. Only slave rows and automatic numbers need a
 * transaction.
 */
export async function createRecord(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.create>): Promise<FormRecord> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  if (rights.create === null) await requireAction(plan, ctx, rights, 'create', 'records.record.no_create');
  const now = new Date();
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { values, slaves, errors } = prepareRecord(plan, body, undefined, { allowed: 'person', userId: ctx.user.id, now, directory });
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
  const record = { id: newId(), at: now.toISOString(), creator: ctx.user.id, department: directory.people.get(ctx.user.id)?.departmentId ?? null, values };
  try {
    if (plan.form.definition.tables.length === 0 && plan.counters.length === 0) await insertAlone(ctx, plan, record);
    else await inSpace(ctx, (tx) => insertWithSlaves(tx, ctx, plan, { ...record, slaves }));
  } catch (error) {
    throw takenValue(plan, error);
  }
  await attachNewFiles(ctx, plan, record.id, undefined, { values, slaves });
  const shown = { ...values, ...systemValues(record) };
  return { id: record.id, version: 1, values: shown, slaves, can: recordCan(rights, true, 0, null) };
}

/** The system fields of a record just made. */
export function systemValues({ creator, at, department }: { creator: string | null; at: string; department: string | null }): Values {
  const person = creator === null ? null : [creator];
  return {
    _creator: person, _createdAt: at, _modifier: person, _modifiedAt: at, _owner: person,
    _department: department === null ? null : [department], _processState: null, _processNodes: null, _processExecutors: null,
  };
}

async function insertAlone(ctx: Ctx, plan: FormPlan, record: { id: string; at: string; creator: string; department: string | null; values: Values }): Promise<void> {
  await spaceQuery(ctx.platform, { ...plan.statements.create, values: [...createParams(plan, record), ...createdTrail(ctx, plan, record)] });
  written(ctx.platform, ctx.spaceId);
}

/** Parameters of history and event in the statement `create`. */
export function createdTrail(doer: Doer, plan: FormPlan, record: { id: string; values: Values; slaves?: Record<string, SlaveRow[]> }): unknown[] {
  const { fields } = changesOf(plan, undefined, { values: record.values, slaves: {} });
  const data = { formId: plan.form.formId, recordId: record.id, version: 1, title: plan.titleOf(record.values) };
  return [newId(), JSON.stringify(fields), newId(), doer.requestId, doer.ip, JSON.stringify(data)];
}
