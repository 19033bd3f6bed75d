import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { reasonMax, signerPlaces, type MyTask, type SignerPlace } from '@formwork/contract/workflow/process.ts';
import { Alert, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';

export type PeopleAction = 'transfer' | 'entrust' | 'addSigners' | 'removeSigners' | 'cc';

interface Props {
  action: PeopleAction;
  instanceId: string;
  task: MyTask | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Actions that concern other people: transfer to one, entrust one, add or remove signers, send copies. */
export function PeopleDialog({ action, instanceId, task, onClose, onDone }: Props) {
  const t = useT();
  const [people, setPeople] = useState<string[]>([]);
  const [place, setPlace] = useState<SignerPlace>('beside');
  const [text, setText] = useState('');
  const options = { quiet: true, onDone };
  const transfer = useCommand(workflowApi.transfer, options);
  const addSigners = useCommand(workflowApi.addSigners, options);
  const cc = useCommand(workflowApi.cc, options);
  const entrust = useCommand(workflowApi.entrust, options);
  const removeSigners = useCommand(workflowApi.removeSigners, options);
  const command = { transfer, entrust, addSigners, removeSigners, cc }[action];
  const words = text.trim();
  const run = () => {
    if (action === 'cc')
      return cc.run({ params: { instanceId }, body: { persons: people, ...(words === '' ? {} : { message: words }) } });
    if (!task) return undefined;
    const common = { version: task.version, ...(words === '' ? {} : { reason: words }) };
    if (action === 'transfer')
      return transfer.run({ params: { taskId: task.id }, body: { ...common, person: people[0]! } });
    if (action === 'entrust')
      return entrust.run({ params: { taskId: task.id }, body: { ...common, person: people[0]! } });
    if (action === 'removeSigners')
      return removeSigners.run({ params: { taskId: task.id }, body: { ...common, persons: people } });
    return addSigners.run({ params: { taskId: task.id }, body: { ...common, persons: people, place } });
  };
  return (
    <Modal
      open
      title={t(`workflow.action.${action}`)}
      okText={t(`workflow.action.${action}`)}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={command.pending}
      okButtonProps={{ disabled: people.length === 0 }}
      onCancel={onClose}
      onOk={() => void run()}
    >
      <div className="process-dialog">
        <label className="process-field">
          {t(`workflow.people.${action}`)}
          {action === 'removeSigners' ? (
            <Select
              mode="multiple"
              value={people}
              onChange={setPeople}
              options={task?.removable.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            />
          ) : (
            <PersonPicker
              multiple={action !== 'transfer' && action !== 'entrust'}
              value={people}
              onChange={setPeople}
            />
          )}
        </label>
        {action === 'addSigners' && (
          <Radio.Group
            value={place}
            onChange={(event) => setPlace(event.target.value as SignerPlace)}
            options={signerPlaces.map((value) => ({ value, label: t(`workflow.people.place_${value}`) }))}
          />
        )}
        <label className="process-field">
          {t(action === 'cc' ? 'workflow.people.message' : 'workflow.people.reason')}
          <Input.TextArea
            value={text}
            maxLength={reasonMax}
            showCount
            rows={2}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {action === 'entrust' && <p className="process-quiet">{t('workflow.entrust.hint')}</p>}
        {command.errorText && <Alert type="error" showIcon title={command.errorText} />}
      </div>
    </Modal>
  );
}
