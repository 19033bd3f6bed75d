import { mostAtOnce, type Moved } from '@formwork/contract/records/share.ts';
import { failureText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';
import { useMovedReport } from './use-moved-report.tsx';

interface Sending {
  formId: string;
  texts: {
    done: 'records.share.done' | 'records.transfer.done';
    failed: 'records.share.failed' | 'records.transfer.failed';
  };
  /** One call for so many records as it takes at once. */
  send: (records: string[]) => Promise<Moved[]>;
  /** Readings to repeat; the dialog is closed by then, because what it stands on may be out of sight now. */
  readings: Parameters<typeof refresh>;
  onClose: () => void;
}

/** Sends records a batch at a time, says how many went and which were refused, and closes the dialog; it stays open with the error of a call that failed. */
export function useSending({ formId, texts, send, readings, onClose }: Sending) {
  const t = useT();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const report = useMovedReport(formId, texts.failed);
  const sendAll = async (records: readonly string[]) => {
    setSending(true);
    try {
      const outcomes: Moved[] = [];
      for (let from = 0; from < records.length; from += mostAtOnce)
        outcomes.push(...(await send(records.slice(from, from + mostAtOnce))));
      const done = outcomes.filter(({ refused }) => refused === null).length;
      if (done > 0) void message.success(t(texts.done, { count: done }));
      // asked for before the dialog goes: what it stands on may be out of sight then
      const told = report(outcomes);
      onClose();
      await Promise.all([told, refresh(...readings)]);
    } catch (thrown) {
      setError(failureText(`${texts.failed}_call`, thrown, t));
    } finally {
      setSending(false);
    }
  };
  return { sending, error, setError, sendAll };
}
