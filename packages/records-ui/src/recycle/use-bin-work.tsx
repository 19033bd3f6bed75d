import { binApi, mostBinned, type Restored } from '@formwork/contract/records/bin.ts';
import { App } from 'antd';
import { useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

export interface BinWork {
  restore: (ids: string[]) => void;
  /** Asks first: nothing brings these back. */
  purge: (ids: string[]) => void;
  running: { done: number; total: number } | undefined;
  /** What came back otherwise than it went, or did not come back. */
  outcomes: Restored[];
  forget: () => void;
}

/** Brings records back or removes them for good, some at a time. */
export function useBinWork(onDone: () => void): BinWork {
  const t = useT();
  const { modal, message } = App.useApp();
  const [running, setRunning] = useState<BinWork['running']>();
  const [outcomes, setOutcomes] = useState<Restored[]>([]);

  const each = async (ids: string[], run: (some: string[]) => Promise<void>) => {
    setRunning({ done: 0, total: ids.length });
    try {
      for (let from = 0; from < ids.length; from += mostBinned) {
        await run(ids.slice(from, from + mostBinned));
        setRunning({ done: Math.min(from + mostBinned, ids.length), total: ids.length });
      }
      return true;
    } catch (error) {
      void message.error(errorText(error, t));
      return false;
    } finally {
      setRunning(undefined);
      onDone();
      await refresh(binApi.list);
    }
  };

  const restore = async (ids: string[]) => {
    const all: Restored[] = [];
    await each(ids, async (some) => {
      all.push(...(await call(binApi.restore, { body: { ids: some } })).outcomes);
    });
    const back = all.filter(({ refused }) => refused === null).length;
    if (back > 0) void message.success(t('recycle.restore.done', { count: back }));
    setOutcomes(all.filter(({ refused, dropped }) => refused !== null || dropped.length > 0));
  };

  const purge = async (ids: string[]) => {
    let purged = 0;
    if (
      await each(ids, async (some) => {
        purged += (await call(binApi.purge, { body: { ids: some } })).purged;
      })
    )
      void message.success(t('recycle.purge.done', { count: purged }));
  };

  return {
    restore: (ids) => void restore(ids),
    purge: (ids) =>
      void modal.confirm({
        title: t('recycle.purge.title', { count: ids.length }),
        content: t('recycle.purge.hint'),
        okText: t('recycle.action.purge'),
        cancelText: t('ui.action.cancel'),
        okButtonProps: { danger: true },
        onOk: () => purge(ids),
      }),
    running,
    outcomes,
    forget: () => setOutcomes([]),
  };
}
