import { recordsApi } from '@formwork/contract/records/api.ts';
import { bulkApi } from '@formwork/contract/records/bulk.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';
import type { Chosen } from './chosen.ts';

/** A job that deletes many records. */
export interface Removing {
  jobId: string;
  count: number;
}

/** Deletes records after asking: one at once, many as a job that goes on by itself. */
export function useRemoval(
  formId: string,
  onRemoved: () => void,
): { remove: (chosen: Chosen) => void; removing: Removing | undefined; endRemoving: () => void } {
  const t = useT();
  const { modal, message } = App.useApp();
  const [removing, setRemoving] = useState<Removing>();

  const run = async ({ asked, count }: Chosen) => {
    try {
      if ('ids' in asked && asked.ids.length === 1) {
        await call(recordsApi.remove, { params: { formId, recordId: asked.ids[0]! } });
        void refresh(recordsApi.list, recordsApi.count);
        void message.success(t('records.delete.done', { count: 1 }));
        onRemoved();
      } else {
        const { jobId } = await call(bulkApi.start, {
          params: { formId },
          body: { ...asked, change: { does: 'delete' } },
        });
        setRemoving({ jobId, count });
      }
    } catch (error) {
      void message.error(`${t('records.delete.failed', { count })} ${errorText(error, t)}`);
    }
  };

  const remove = (chosen: Chosen) => {
    modal.confirm({
      title: t('records.delete.title', { count: chosen.count }),
      content: t('records.delete.hint'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => void run(chosen),
    });
  };
  const endRemoving = () => {
    setRemoving(undefined);
    onRemoved();
  };
  return { remove, removing, endRemoving };
}
