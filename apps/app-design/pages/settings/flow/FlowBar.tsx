import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, Modal, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FlowDraft } from './use-flow-draft.ts';

/** Where the draft of the process stands, and the way to its release. */
export function FlowBar({ flow, draft, readOnly, children }: { flow: FlowDraft; draft: Definition; readOnly: boolean; children: ReactNode }) {
  const t = useT();
  const { message } = App.useApp();
  const [releasing, setReleasing] = useState(false);
  const [note, setNote] = useState('');
  const [released, setReleased] = useState(draft.released);
  const release = useCommand(workflowApi.release, {
    refresh: [workflowApi.process, workflowApi.startRights],
    onDone: ({ number }) => {
      setReleased(number);
      setReleasing(false);
      void message.success(t('workflow.designer.release_done', { number }));
    },
  });
  const open = async () => { if (await flow.save()) setReleasing(true); };
  return (
    <div className="flow-bar">
      <Tag>{released === null ? t('design.release.none') : t('design.release.number', { number: released })}</Tag>
      {!readOnly && <span className="designer-save-state" data-state={flow.state} role="status">{flow.failure ?? t(`design.save.${flow.state}`)}</span>}
      <span className="flow-bar-space" />
      {children}
      {!readOnly && <Button type="primary" disabled={flow.problems.some(({ level }) => level !== 'warning')} onClick={() => void open()}>{t('workflow.designer.release')}</Button>}
      <Modal open={releasing} title={t('workflow.designer.release')} okText={t('design.action.release')} confirmLoading={release.pending} onCancel={() => setReleasing(false)}
        onOk={() => void release.run({ params: { formId: draft.formId }, body: { expectedVersion: flow.version, ...(note.trim() ? { note: note.trim() } : {}) } })}>
        <p>{t('workflow.designer.release_hint')}</p>
        <Input.TextArea value={note} maxLength={200} rows={2} placeholder={t('design.release.note')} aria-label={t('design.release.note')} onChange={(event) => setNote(event.target.value)} />
      </Modal>
    </div>
  );
}
