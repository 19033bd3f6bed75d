import { z } from 'zod';
import { ValuesShape } from '@formwork/contract/records/record.ts';
import { action, idOf, trigger } from '../../platform/actions.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { LoggedEvent } from '../../platform/events/events.ts';
import { planOf } from './plan/plan.ts';
import { visibleRow } from './read/get.ts';
import { readingActions } from './reading-actions.ts';
import { createRecord } from './write/create.ts';
import { createWithin, savesWithin, updateWithin } from './write/in-transaction.ts';
import { removeRecord, removeWithin, updateRecord } from './write/update.ts';

const ofForm = z.object({ formId: z.string() });
const ofRecord = ofForm.extend({ recordId: z.uuid() });
const actsAs = ['person', 'author', 'system'] as const;

/** What rules and flows do with records, as whoever they act as may do it by hand. */
export const recordActions = {
  'records.create': action({
    title: { zh: '新建记录', en: 'Create a record' },
    input: ofForm.extend({ values: ValuesShape }),
    output: z.object({ recordId: z.uuid() }),
    effect: 'space',
    actsAs,
    async run(ctx, { formId, values }, key) {
      const body = { commandId: idOf(key), values };
      const { id } = await createRecord(ctx, { params: { formId }, query: {}, body });
      return { recordId: id };
    },
    joins: (ctx, { formId }) => savesWithin(ctx, formId),
    // there with whoever asked for it: no key is needed to make it once
    async runIn(ctx, tx, { formId, values }) {
      const recordId = newId();
      await createWithin(tx, ctx, formId, values, recordId);
      return { recordId };
    },
  }),
  'records.update': action({
    title: { zh: '修改记录', en: 'Change a record' },
    input: ofRecord.extend({ values: ValuesShape }),
    output: z.object({ recordId: z.uuid(), version: z.int() }),
    effect: 'space',
    actsAs,
    // the same values again are no change
    async run(ctx, { formId, recordId, values }) {
      const params = { formId, recordId };
      const { row } = await visibleRow(ctx, await planOf(ctx, formId), recordId);
      const expectedVersion = Number(row[1]);
      const saved = await updateRecord(ctx, { params, query: {}, body: { expectedVersion, values } });
      return { recordId, version: saved.version };
    },
    joins: (ctx, { formId }) => savesWithin(ctx, formId),
    async runIn(ctx, tx, { formId, recordId, values }) {
      return { recordId, version: await updateWithin(tx, ctx, formId, recordId, values) };
    },
  }),
  'records.remove': action({
    title: { zh: '删除记录', en: 'Delete a record' },
    input: ofRecord,
    output: z.object({ removed: z.boolean() }),
    effect: 'space',
    actsAs,
    async run(ctx, params) {
      try {
        await removeRecord(ctx, { params, query: {}, body: undefined });
        return { removed: true };
      } catch (error) {
        // gone already, by this step when it was broken off or by somebody else
        if (error instanceof AppError && error.code === 'records.record.not_found') return { removed: false };
        throw error;
      }
    },
    async runIn(ctx, tx, params) {
      await removeWithin(tx, ctx, params);
      return { removed: true };
    },
  }),
  ...readingActions,
};

const RecordFilter = z.object({ formId: z.string(), fields: z.array(z.string()).optional() });
const RecordPayload = ofRecord.extend({
  version: z.int().nullable(),
  /** Fields that changed; null where all are new or gone. */
  fields: z.array(z.string()).nullable(),
});
type RecordPayload = z.infer<typeof RecordPayload>;

export const recordTriggers = {
  'records.created': ofEvent('records.created', { zh: '记录新建', en: 'A record was created' }),
  'records.updated': ofEvent('records.updated', { zh: '记录修改', en: 'A record was changed' }),
  'records.deleted': ofEvent('records.deleted', { zh: '记录删除', en: 'A record was deleted' }),
};

function ofEvent(type: string, title: { zh: string; en: string }) {
  return trigger({
    title,
    of: [type],
    filter: RecordFilter,
    payload: RecordPayload,
    read: (_platform, _spaceId, { data }: LoggedEvent): RecordPayload | undefined =>
      typeof data.formId === 'string' && typeof data.recordId === 'string'
        ? {
            formId: data.formId,
            recordId: data.recordId,
            version: typeof data.version === 'number' ? data.version : null,
            fields: Array.isArray(data.fields) ? data.fields.map(String) : null,
          }
        : undefined,
    fits: ({ formId, fields }, payload) =>
      payload.formId === formId &&
      (fields === undefined || payload.fields === null || fields.some((field) => payload.fields!.includes(field))),
  });
}
