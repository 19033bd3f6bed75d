import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { failureText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';

/** Saves what dragging a record changes. Until the answer is there the record stands where it was dropped; refused, it goes back and says why. */
export function useSaveValues(formId: string): {
  moved: (row: RecordRow) => RecordRow;
  save: (row: RecordRow, values: Values) => Promise<boolean>;
} {
  const t = useT();
  const { message } = App.useApp();
  const [pending, setPending] = useState<ReadonlyMap<string, Values>>(new Map());
  const save = async (row: RecordRow, values: Values) => {
    setPending((now) => new Map(now).set(row.id, values));
    try {
      await call(recordsApi.update, {
        params: { formId, recordId: row.id },
        body: { expectedVersion: row.version, values },
      });
      return true;
    } catch (error) {
      void message.error(failureText('records.save.failed_update', error, t), 6);
      return false;
    } finally {
      await refresh(recordsApi.list, recordsApi.count, viewsApi.pivot, recordsApi.get);
      setPending((now) => {
        const next = new Map(now);
        next.delete(row.id);
        return next;
      });
    }
  };
  return {
    moved: (row) => {
      const values = pending.get(row.id);
      return values ? { ...row, values: { ...row.values, ...values } } : row;
    },
    save,
  };
}
