import { mostAtOnce, shareApi, shareLevels, type Moved, type ShareLevel } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf, type Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { App, Form, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useMovedReport } from './use-moved-report.tsx';

interface Props {
  formId: string;
  records: readonly string[];
  onClose: () => void;
}

/** Gives one record or several to people, departments, posts, groups and roles. */
export default function ShareDialog({ formId, records, onClose }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [receivers, setReceivers] = useState<Choice[]>([]);
  const [level, setLevel] = useState<ShareLevel>('view');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const report = useMovedReport('records.share.failed');

  const send = async () => {
    if (!receivers.some(({ except }) => !except)) return setError(t('records.share.no_receivers'));
    setSending(true);
    try {
      const outcomes: Moved[] = [];
      for (let from = 0; from < records.length; from += mostAtOnce) {
        outcomes.push(...(await call(shareApi.share, { params: { formId }, body: { records: records.slice(from, from + mostAtOnce), receivers: receiversOf(receivers), level } })).outcomes);
      }
      await refresh(shareApi.shares, talkApi.followers);
      const done = outcomes.filter(({ refused }) => refused === null).length;
      if (done > 0) void message.success(t('records.share.done', { count: done }));
      report(outcomes);
      onClose();
    } catch (thrown) {
      setError(errorText(thrown, t));
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal open title={t('records.share.title', { count: records.length })} okText={t('records.share.send')} cancelText={t('ui.action.cancel')} confirmLoading={sending} onOk={() => void send()} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('records.share.receivers')} required validateStatus={error === undefined ? '' : 'error'} help={error}>
          <OrganizationScope kinds={['people', 'departments', 'posts', 'groups', 'roles']} exceptions publicOnly value={receivers} onChange={(chosen) => { setReceivers(chosen); setError(undefined); }} />
        </Form.Item>
        <Form.Item label={t('records.share.level')} extra={t(`records.share.level_hint.${level}`)}>
          <Radio.Group value={level} onChange={({ target }) => setLevel(target.value as ShareLevel)} options={shareLevels.map((value) => ({ value, label: t(`records.share.level.${value}`) }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
