import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MentionInput, mentionsIn, type Mentioned } from '@formwork/web/pickers/MentionInput.tsx';

const mostText = 1000;

/** Something said about a process: those it concerns hear of it, and whoever it mentions. */
export function CommentDialog({
  instanceId,
  onClose,
  onDone,
}: {
  instanceId: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const [mentioned, setMentioned] = useState<Mentioned[]>([]);
  const comment = useCommand(workflowApi.comment, { quiet: true, onDone });
  const words = text.trim();
  const send = () => {
    if (words === '' || comment.pending) return;
    const mentions = mentionsIn(words, mentioned);
    void comment.run({
      params: { instanceId },
      body: { comment: words, ...(mentions.length > 0 ? { mentions } : {}) },
    });
  };
  return (
    <Modal
      open
      title={t('workflow.action.comment')}
      okText={t('workflow.action.comment')}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={comment.pending}
      okButtonProps={{ disabled: words === '' }}
      onCancel={onClose}
      onOk={send}
    >
      <div className="process-dialog">
        <MentionInput
          label={t('workflow.reason.comment')}
          placeholder={t('workflow.reason.comment_hint')}
          text={text}
          maxLength={mostText}
          mentioned={mentioned}
          onText={setText}
          onMentioned={setMentioned}
          onSend={send}
        />
        <small className="process-quiet">{t('workflow.reason.comment_told')}</small>
        {comment.errorText && <Alert type="error" showIcon title={comment.errorText} />}
      </div>
    </Modal>
  );
}
