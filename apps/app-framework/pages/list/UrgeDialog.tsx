import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { call, newCommandId } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';

/** Reminds those who are to act on several records; a record without a running process, or urged a moment ago, says so. */
export default function UrgeDialog({
  formId,
  records,
  onClose,
}: {
  formId: string;
  records: readonly string[];
  onClose: () => void;
}) {
  const t = useT();
  const { message } = App.useApp();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    let done = 0;
    let failure: unknown;
    let idle = 0;
    for (const recordId of records) {
      try {
        const { instance } = await call(workflowApi.process, { params: { formId, recordId } });
        if (instance?.state !== 'processing') {
          idle += 1;
          continue;
        }
        await call(workflowApi.urge, {
          params: { instanceId: instance.id },
          body: { commandId: newCommandId(), ...(text.trim() !== '' && { message: text.trim() }) },
        });
        done += 1;
      } catch (error) {
        failure = error;
      }
    }
    setSending(false);
    if (done > 0) void message.success(t('views.urge.done', { count: done }));
    if (idle > 0) void message.info(t('views.urge.idle', { count: idle }));
    if (failure)
      void message.error(
        `${t('views.urge.failed', { count: records.length - done - idle })} ${errorText(failure, t)}`,
        8,
      );
    onClose();
  };
  return (
    <Modal
      open
      title={t('views.urge.title', { count: records.length })}
      okText={t('views.bulk.urge')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={sending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('views.urge.message')}>
          <Input maxLength={60} showCount value={text} onChange={({ target }) => setText(target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
