import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { reasonMax, signerPlaces, type MyTask, type SignerPlace } from '@formwork/contract/workflow/process.ts';
import { Alert, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';
import { PersonPicker } from '../pickers/PersonPicker.tsx';

export type PeopleAction = 'transfer' | 'addSigners' | 'cc';

interface Props {
  action: PeopleAction;
  instanceId: string;
  task: MyTask | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Actions that bring in other people: transfer to one, add signers, send copies. */
export function PeopleDialog({ action, instanceId, task, onClose, onDone }: Props) {
  const t = useT();
  const [people, setPeople] = useState<string[]>([]);
  const [place, setPlace] = useState<SignerPlace>('beside');
  const [text, setText] = useState('');
  const options = { quiet: true, onDone };
  const transfer = useCommand(workflowApi.transfer, options);
  const addSigners = useCommand(workflowApi.addSigners, options);
  const cc = useCommand(workflowApi.cc, options);
  const command = { transfer, addSigners, cc }[action];
  const words = text.trim();
  const run = () => {
    if (action === 'cc') return cc.run({ params: { instanceId }, body: { persons: people, ...(words === '' ? {} : { message: words }) } });
    if (!task) return undefined;
    const common = { version: task.version, ...(words === '' ? {} : { reason: words }) };
    if (action === 'transfer') return transfer.run({ params: { taskId: task.id }, body: { ...common, person: people[0]! } });
    return addSigners.run({ params: { taskId: task.id }, body: { ...common, persons: people, place } });
  };
  return (
    <Modal open title={t(`workflow.action.${action}`)} okText={t(`workflow.action.${action}`)} cancelText={t('workflow.action.cancel')} confirmLoading={command.pending} okButtonProps={{ disabled: people.length === 0 }} onCancel={onClose} onOk={() => void run()}>
      <div className="process-dialog">
        <label className="process-field">{t(`workflow.people.${action}`)}<PersonPicker multiple={action !== 'transfer'} value={people} onChange={setPeople} /></label>
        {action === 'addSigners' && <Radio.Group value={place} onChange={(event) => setPlace(event.target.value as SignerPlace)} options={signerPlaces.map((value) => ({ value, label: t(`workflow.people.place_${value}`) }))} />}
        <label className="process-field">{t(action === 'cc' ? 'workflow.people.message' : 'workflow.people.reason')}
          <Input.TextArea value={text} maxLength={reasonMax} showCount rows={2} onChange={(event) => setText(event.target.value)} />
        </label>
        {command.errorText && <Alert type="error" showIcon title={command.errorText} />}
      </div>
    </Modal>
  );
}
