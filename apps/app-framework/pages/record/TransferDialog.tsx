import { shareApi } from '@formwork/contract/records/share.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useSending } from './use-sending.ts';

interface Props {
  formId: string;
  records: readonly string[];
  onClose: () => void;
}

/** Gives one record or several to another owner. */
export default function TransferDialog({ formId, records, onClose }: Props) {
  const t = useT();
  const [to, setTo] = useState<string>();
  const { sending, error, setError, sendAll } = useSending({
    formId,
    texts: { done: 'records.transfer.done', failed: 'records.transfer.failed' },
    onClose,
    readings: [recordsApi.get, recordsApi.list, recordsApi.history],
    send: async (batch) =>
      (await call(shareApi.transfer, { params: { formId }, body: { records: batch, to: to! } })).outcomes,
  });
  const send = () => (to === undefined ? setError(t('records.share.no_receivers')) : void sendAll(records));

  return (
    <Modal
      open
      title={t('records.transfer.title', { count: records.length })}
      okText={t('records.transfer.send')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={sending}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('records.transfer.to')}
          required
          extra={t('records.transfer.hint')}
          validateStatus={error === undefined ? '' : 'error'}
          help={error}
        >
          <PersonPicker
            aria-label={t('records.transfer.to')}
            value={to === undefined ? [] : [to]}
            onChange={([person]) => {
              setTo(person);
              setError(undefined);
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
