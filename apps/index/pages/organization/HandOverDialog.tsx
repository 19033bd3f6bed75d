import { organizationApi } from '@formwork/contract/organization/api.ts';
import {
  handOverParts,
  HandOverResult,
  type HandOverPart,
  type Person,
} from '@formwork/contract/organization/people.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Alert, Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { peopleReadings } from './use-people.ts';

/** Somebody leaves: who takes over what. */
export function HandOverDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT();
  const [to, setTo] = useState<string[]>([]);
  const [parts, setParts] = useState<HandOverPart[]>([...handOverParts]);
  const [disable, setDisable] = useState(!person.disabled);
  const handOver = useCommand(organizationApi.handOver, { refresh: peopleReadings, quiet: true, onPrepared: onClose });
  const [jobId, setJobId] = useState<string>();
  const [toId] = to;
  const start = async () => {
    const answer =
      toId === undefined
        ? undefined
        : await handOver.run({ params: { personId: person.id }, body: { toId, parts, disable } });
    if (answer) setJobId(answer.jobId);
  };
  const title = t('organization.handover.title', { name: person.name });
  if (jobId !== undefined)
    return (
      <Modal
        open
        title={title}
        footer={
          <Button type="primary" onClick={onClose}>
            {t('organization.handover.close')}
          </Button>
        }
        onCancel={onClose}
      >
        <Progress jobId={jobId} />
      </Modal>
    );
  return (
    <Modal
      open
      title={title}
      okText={t('organization.handover.start')}
      okButtonProps={{ disabled: toId === undefined || parts.length === 0, danger: disable }}
      confirmLoading={handOver.pending}
      onCancel={onClose}
      onOk={() => void start()}
    >
      <div className="organization-stack">
        <label className="organization-field">
          {t('organization.handover.to')}
          <PersonPicker value={to} onChange={setTo} except={[person.id]} aria-label={t('organization.handover.to')} />
        </label>
        <fieldset className="organization-parts">
          <legend>{t('organization.handover.parts')}</legend>
          <Checkbox.Group
            value={parts}
            onChange={setParts}
            options={handOverParts.map((value) => ({ value, label: t(`organization.handover.${value}`) }))}
          />
        </fieldset>
        {!person.disabled && (
          <Checkbox checked={disable} onChange={(event) => setDisable(event.target.checked)}>
            {t('organization.handover.disable')}
          </Checkbox>
        )}
        {handOver.errorText && <Alert type="error" showIcon title={handOver.errorText} />}
      </div>
    </Modal>
  );
}

function Progress({ jobId }: { jobId: string }) {
  const t = useT();
  const job = useJob(jobId, { onOver: () => void refresh(...peopleReadings) });
  const result = HandOverResult.safeParse(job?.result).data;
  return (
    <div className="organization-stack">
      <JobLine jobId={jobId} />
      {job?.state === 'finished' && result ? (
        <>
          <Alert
            type="success"
            showIcon
            title={t('organization.handover.done', {
              tasks: result.tasks,
              records: result.records,
              definitions: result.definitions,
              roles: result.roles,
            })}
          />
          {result.kept > 0 && (
            <Alert type="warning" showIcon title={t('organization.handover.kept', { count: result.kept })} />
          )}
        </>
      ) : (
        <p className="organization-quiet">{t('organization.handover.behind')}</p>
      )}
    </div>
  );
}
