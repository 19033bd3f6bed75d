import { mostAtOnce, shareApi, type Moved } from '@formwork/contract/records/share.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { App, Form, Modal } from 'antd';
import { useState } from 'react';
import { useMovedReport } from './use-moved-report.tsx';

interface Props {
  formId: string;
  records: readonly string[];
  onClose: () => void;
}

/** Gives one record or several to another owner. */
export default function TransferDialog({ formId, records, onClose }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [to, setTo] = useState<string>();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const report = useMovedReport('records.transfer.failed');

  const send = async () => {
    if (to === undefined) return setError(t('records.share.no_receivers'));
    setSending(true);
    try {
      const outcomes: Moved[] = [];
      for (let from = 0; from < records.length; from += mostAtOnce) outcomes.push(...(await call(shareApi.transfer, { params: { formId }, body: { records: records.slice(from, from + mostAtOnce), to } })).outcomes);
      const done = outcomes.filter(({ refused }) => refused === null).length;
      if (done > 0) void message.success(t('records.transfer.done', { count: done }));
      report(outcomes);
      onClose();
      await refresh(recordsApi.get, recordsApi.list, recordsApi.history);
    } catch (thrown) {
      setError(errorText(thrown, t));
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal open title={t('records.transfer.title', { count: records.length })} okText={t('records.transfer.send')} cancelText={t('ui.action.cancel')} confirmLoading={sending} onOk={() => void send()} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('records.transfer.to')} required extra={t('records.transfer.hint')} validateStatus={error === undefined ? '' : 'error'} help={error}>
          <PersonPicker aria-label={t('records.transfer.to')} value={to === undefined ? [] : [to]} onChange={([person]) => { setTo(person); setError(undefined); }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
