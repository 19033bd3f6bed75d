import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { reasonMax, type MyTask } from '@formwork/contract/workflow/process.ts';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

export type ReasonAction = 'urge' | 'interrupt' | 'recover' | 'invalidate' | 'refuseEntrusted';

/** Actions that ask for a reason of at most 60 characters, and urging, which may carry a message as long. */
export function ReasonDialog({
  action,
  instanceId,
  task,
  onClose,
  onDone,
}: {
  action: ReasonAction;
  instanceId: string;
  task?: MyTask | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const options = { quiet: true, onDone };
  const urge = useCommand(workflowApi.urge, options);
  const interrupt = useCommand(workflowApi.interrupt, options);
  const recover = useCommand(workflowApi.recover, options);
  const invalidate = useCommand(workflowApi.invalidate, options);
  const refuseEntrusted = useCommand(workflowApi.answerEntrusted, options);
  const mayBeEmpty = action === 'urge';
  const command = { urge, interrupt, recover, invalidate, refuseEntrusted }[action];
  const run = () => {
    const params = { instanceId };
    const reason = text.trim();
    if (action === 'urge') return urge.run({ params, body: reason === '' ? {} : { message: reason } });
    if (action === 'refuseEntrusted')
      return task && refuseEntrusted.run({ params: { taskId: task.id }, body: { version: task.version, reason } });
    return { interrupt, recover, invalidate }[action].run({ params, body: { reason } });
  };
  return (
    <Modal
      open
      title={t(`workflow.action.${action}`)}
      okText={t(`workflow.action.${action}`)}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={command.pending}
      okButtonProps={{ disabled: !mayBeEmpty && text.trim() === '', danger: action === 'invalidate' }}
      onCancel={onClose}
      onOk={() => void run()}
    >
      <div className="process-dialog">
        <label className="process-field">
          {t(mayBeEmpty ? 'workflow.reason.urge' : 'workflow.reason.label')}
          <Input.TextArea
            value={text}
            maxLength={reasonMax}
            showCount
            rows={3}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {command.errorText && <Alert type="error" showIcon title={command.errorText} />}
      </div>
    </Modal>
  );
}
