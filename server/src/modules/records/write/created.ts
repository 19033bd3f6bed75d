import type { Values } from '@formwork/contract/forms/values/value.ts';
import { newId } from '../../../platform/ids.ts';
import { inWhoseName } from '../../../platform/events/events.ts';
import type { Doer } from '../../../platform/db/space-data.ts';
import { changesOf, type FieldChanges } from './changes.ts';
import type { FormPlan } from '../plan/plan.ts';

/** The system fields of a record just made. */
export function systemValues({
  creator,
  at,
  department,
}: {
  creator: string | null;
  at: string;
  department: string | null;
}): Values {
  const person = creator === null ? null : [creator];
  return {
    _creator: person,
    _createdAt: at,
    _modifier: person,
    _modifiedAt: at,
    _owner: person,
    _department: department === null ? null : [department],
    _processState: null,
    _processNodes: null,
    _processExecutors: null,
  };
}

/** Parameters of history and event in the statement `create`. */
export function createdTrail(doer: Doer, plan: FormPlan, record: { id: string; values: Values }): unknown[] {
  return [
    newId(),
    JSON.stringify(createdChanges(plan, record.values)),
    newId(),
    doer.requestId,
    doer.ip,
    JSON.stringify(inWhoseName(doer.user, createdEvent(plan, record))),
  ];
}

export function createdChanges(plan: FormPlan, values: Values): FieldChanges {
  return changesOf(plan, undefined, { values, slaves: {} }).fields;
}

export function createdEvent(plan: FormPlan, { id, values }: { id: string; values: Values }): object {
  return { formId: plan.form.formId, recordId: id, version: 1, title: plan.titleOf(values) };
}
