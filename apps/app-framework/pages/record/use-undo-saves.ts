import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { call } from '@formwork/web/http/call.ts';
import { failureText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { differs, rowsDiffer } from '@formwork/records-ui/record-form/changes.ts';
import { dataOf } from '@formwork/records-ui/record-form/form-data.ts';
import { App } from 'antd';
import { useState } from 'react';

/** One save of this sitting: the record before and after it. */
interface Save {
  before: FormRecord;
  after: FormRecord;
}

interface Saves {
  done: readonly Save[];
  undone: readonly Save[];
}

/** Kept while the page is open, so that leaving a record and coming back forgets nothing. */
const sitting = new Map<string, Saves>();
const none: Saves = { done: [], undone: [] };
const most = 50;

export interface UndoSaves {
  saved: (before: FormRecord, after: FormRecord) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** Takes back one's own saves of this sitting, one by one, and does them again; never over what somebody else saved since. */
export function useUndoSaves(
  formId: string,
  definition: FormDefinition,
  record: FormRecord,
  onDone: () => void,
): UndoSaves {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const key = `${formId} ${record.id}`;
  const [saves, setSaves] = useState(sitting.get(key) ?? none);
  const [busy, setBusy] = useState(false);
  const keep = (next: Saves) => {
    sitting.set(key, next);
    setSaves(next);
  };

  const turn = async (save: Save, from: FormRecord, to: FormRecord, next: (now: FormRecord) => Saves) => {
    const changed = changedBetween(definition, from, to);
    const foreign = changed.filter(({ id }) => changedBetween(definition, from, record).some((one) => one.id === id));
    if (foreign.length > 0)
      return void message.warning(
        t('records.undo.foreign', {
          fields: foreign.map(({ title }) => textIn(title, locale)).join(locale === 'zh-CN' ? '、' : ', '),
        }),
      );
    setBusy(true);
    try {
      const now = await call(recordsApi.update, {
        params: { formId, recordId: record.id },
        body: {
          expectedVersion: record.version,
          ...partOf(
            definition,
            record,
            to,
            changed.map(({ id }) => id),
          ),
        },
      });
      keep(next(now));
      onDone();
    } catch (error) {
      void message.error(failureText('records.save.failed_update', error, t));
    } finally {
      setBusy(false);
    }
  };
  const last = saves.done.at(-1);
  const again = saves.undone.at(-1);
  return {
    saved: (before, after) => keep({ done: [...saves.done, { before, after }].slice(-most), undone: [] }),
    undo:
      last && !busy
        ? () =>
            void turn(last, last.after, last.before, (now) => ({
              done: saves.done.slice(0, -1),
              undone: [...saves.undone, { before: now, after: last.after }],
            }))
        : undefined,
    redo:
      again && !busy
        ? () =>
            void turn(again, again.before, again.after, (now) => ({
              done: [...saves.done, { before: again.before, after: now }],
              undone: saves.undone.slice(0, -1),
            }))
        : undefined,
  };
}

/** Fields and slave tables that differ, computed ones aside. */
function changedBetween(definition: FormDefinition, left: FormRecord, right: FormRecord) {
  const [one, other] = [dataOf(definition, left), dataOf(definition, right)];
  const rowsOf = (data: typeof one, id: string) => (data.slaves[id] ?? []).map((row) => ({ ...row, key: '' }));
  return [
    ...definition.fields.filter(
      (field) => !isComputed(field) && differs(field, one.values[field.id], other.values[field.id]),
    ),
    ...definition.tables.filter((table) => rowsDiffer(table.fields, rowsOf(one, table.id), rowsOf(other, table.id))),
  ];
}

/** What a save has to name so that these become as they were; rows that are gone come back as new ones. */
function partOf(definition: FormDefinition, now: FormRecord, to: FormRecord, ids: readonly string[]) {
  const values = Object.fromEntries(
    definition.fields.filter(({ id }) => ids.includes(id)).map(({ id }) => [id, to.values[id] ?? null]),
  );
  const slaves = Object.fromEntries(
    definition.tables
      .filter(({ id }) => ids.includes(id))
      .map((table) => {
        const there = new Set((now.slaves[table.id] ?? []).map(({ id }) => id));
        const shut = new Set([...(to.hidden ?? []), ...(to.readOnly ?? [])]);
        const named = table.fields
          .filter((field) => !isComputed(field) && !shut.has(`${table.id}.${field.id}`))
          .map(({ id }) => id);
        return [
          table.id,
          (to.slaves[table.id] ?? []).map((row) => ({
            ...(there.has(row.id) && { id: row.id }),
            values: Object.fromEntries(named.map((id) => [id, row.values[id] ?? null])),
          })),
        ];
      }),
  );
  return { values, slaves };
}
