import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ReleaseTag } from '../releases/ReleaseTag.tsx';
import type { FlowDraft } from './use-flow-draft.ts';

/** In the head of the page: where the draft of the process stands, and the way to its release. */
export function FlowBar({
  flow,
  draft,
  readOnly,
  head,
  children,
}: {
  flow: FlowDraft;
  draft: Definition;
  readOnly: boolean;
  head: HTMLElement | null;
  children: ReactNode;
}) {
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
      void message.success(t('flow-design.designer.release_done', { number }));
    },
  });
  const open = async () => {
    if (await flow.save()) setReleasing(true);
  };
  if (!head) return null;
  return createPortal(
    <div className="flow-bar">
      <ReleaseTag number={released} />
      {!readOnly && (
        <span className="designer-save-state" data-state={flow.state} role="status">
          {flow.failure ?? t(`design.save.${flow.state}`)}
        </span>
      )}
      {children}
      {!readOnly && (
        <Button
          type="primary"
          disabled={flow.problems.some(({ level }) => level !== 'warning')}
          onClick={() => void open()}
        >
          {t('flow-design.designer.release')}
        </Button>
      )}
      <Modal
        open={releasing}
        title={t('flow-design.designer.release')}
        okText={t('design.action.release')}
        confirmLoading={release.pending}
        onCancel={() => setReleasing(false)}
        onOk={() =>
          void release.run({
            params: { formId: draft.formId },
            body: { expectedVersion: flow.version, ...(note.trim() ? { note: note.trim() } : {}) },
          })
        }
      >
        <p>{t('flow-design.designer.release_hint')}</p>
        <Input.TextArea
          value={note}
          maxLength={200}
          rows={2}
          placeholder={t('design.release.note')}
          aria-label={t('design.release.note')}
          onChange={(event) => setNote(event.target.value)}
        />
      </Modal>
    </div>,
    head,
  );
}
