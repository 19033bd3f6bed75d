import { shareApi, shareLevels, type ShareLevel } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf, type Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { Form, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useSending } from './use-sending.ts';

interface Props {
  formId: string;
  records: readonly string[];
  onClose: () => void;
}

/** Gives one record or several to people, departments, posts, groups and roles. */
export default function ShareDialog({ formId, records, onClose }: Props) {
  const t = useT();
  const [receivers, setReceivers] = useState<Choice[]>([]);
  const [level, setLevel] = useState<ShareLevel>('view');
  const { sending, error, setError, sendAll } = useSending({
    formId,
    texts: { done: 'records.share.done', failed: 'records.share.failed' },
    onClose,
    readings: [shareApi.shares, talkApi.followers],
    send: async (batch) =>
      (
        await call(shareApi.share, {
          params: { formId },
          body: { records: batch, receivers: receiversOf(receivers), level },
        })
      ).outcomes,
  });
  const send = () =>
    receivers.some(({ except }) => !except) ? void sendAll(records) : setError(t('records.share.no_receivers'));

  return (
    <Modal
      open
      title={t('records.share.title', { count: records.length })}
      okText={t('records.share.send')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={sending}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('records.share.receivers')}
          required
          validateStatus={error === undefined ? '' : 'error'}
          help={error}
        >
          <OrganizationScope
            kinds={['people', 'departments', 'posts', 'groups', 'roles']}
            exceptions
            publicOnly
            value={receivers}
            onChange={(chosen) => {
              setReceivers(chosen);
              setError(undefined);
            }}
          />
        </Form.Item>
        <Form.Item label={t('records.share.level')} extra={t(`records.share.level_hint.${level}`)}>
          <Radio.Group
            value={level}
            onChange={({ target }) => setLevel(target.value as ShareLevel)}
            options={shareLevels.map((value) => ({ value, label: t(`records.share.level.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
