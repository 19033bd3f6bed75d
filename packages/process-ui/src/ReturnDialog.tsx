import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { reasonMax, type MyTask } from '@formwork/contract/workflow/process.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Alert, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

/** Back to the initiator or a completed node, with a reason; then through everything again, or straight back here. */
export function ReturnDialog({ task, onClose, onDone }: { task: MyTask; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [node, setNode] = useState(
    () => (task.returnTargets.find(({ isStart }) => isStart) ?? task.returnTargets[0])?.node ?? '',
  );
  const [mode, setMode] = useState<'again' | 'back'>('again');
  const [reason, setReason] = useState('');
  const command = useCommand(workflowApi.returnTask, { quiet: true, onDone });
  return (
    <Modal
      open
      title={t('workflow.return.title')}
      okText={t('workflow.action.return')}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={command.pending}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onCancel={onClose}
      onOk={() =>
        void command.run({
          params: { taskId: task.id },
          body: { version: task.version, node, reason: reason.trim(), mode },
        })
      }
    >
      <div className="process-dialog">
        <label className="process-field">
          {t('workflow.return.to')}
          <Select
            value={node}
            onChange={setNode}
            options={task.returnTargets.map((target) => ({
              value: target.node,
              label: textIn(target.name, locale) + (target.isStart ? t('workflow.return.initiator') : ''),
            }))}
          />
        </label>
        <Radio.Group
          value={mode}
          onChange={(event) => setMode(event.target.value as typeof mode)}
          options={(['again', 'back'] as const).map((value) => ({ value, label: t(`workflow.return.mode_${value}`) }))}
        />
        <label className="process-field">
          {t('workflow.reason.label')}
          <Input.TextArea
            value={reason}
            maxLength={reasonMax}
            showCount
            rows={3}
            autoFocus
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        {command.errorText && <Alert type="error" showIcon title={command.errorText} />}
      </div>
    </Modal>
  );
}
