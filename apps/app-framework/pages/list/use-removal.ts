import { recordsApi } from '@formwork/contract/records/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';

const atOnce = 4;

/** Deletes records after asking, a few at a time, and says what could not be deleted and why. */
export function useRemoval(formId: string, onRemoved: (ids: string[]) => void): { remove: (ids: string[]) => void; removing: { done: number; total: number } | undefined } {
  const t = useT();
  const { modal, message } = App.useApp();
  const [removing, setRemoving] = useState<{ done: number; total: number }>();

  const run = async (ids: string[]) => {
    const gone: string[] = [];
    let failure: unknown;
    let failed = 0;
    setRemoving({ done: 0, total: ids.length });
    for (let from = 0; from < ids.length; from += atOnce) {
      await Promise.all(ids.slice(from, from + atOnce).map(async (recordId) => {
        try {
          await call(recordsApi.remove, { params: { formId, recordId } });
          gone.push(recordId);
        } catch (error) {
          failure = error;
          failed += 1;
        }
      }));
      setRemoving({ done: Math.min(from + atOnce, ids.length), total: ids.length });
    }
    setRemoving(undefined);
    onRemoved(gone);
    void refresh(recordsApi.list, recordsApi.count);
    if (failed === 0) void message.success(t('records.delete.done', { count: gone.length }));
    else void message.error(`${t('records.delete.failed', { count: failed })} ${errorText(failure, t)}`);
  };

  const remove = (ids: string[]) => {
    modal.confirm({
      title: t('records.delete.title', { count: ids.length }),
      content: t('records.delete.hint'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => void run(ids),
    });
  };
  return { remove, removing };
}
