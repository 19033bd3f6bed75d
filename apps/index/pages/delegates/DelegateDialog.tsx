import { delegatedParts, isSystemPart, type DelegatedPart } from '@formwork/contract/delegated.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { can, looksAfter } from '@formwork/web/session/session.ts';
import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import type { Care } from './care.ts';
import { SystemSelect } from './SystemSelect.tsx';
import './delegates.css';

/** Lets somebody look after a department or a system; whoever does so themselves offers what they have. */
export function DelegateDialog({ care, onClose }: { care: Care; onClose: () => void }) {
  const t = useT();
  const ofSystem = care.kind === 'system';
  const field = ofSystem ? 'systemId' : 'departmentId';
  const [person, setPerson] = useState<string[]>([]);
  const [where, setWhere] = useState(care.id);
  const [may, setMay] = useState<DelegatedPart[]>([]);
  const [until, setUntil] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const give = useCommand(organizationApi.giveDelegatedAdmin, {
    refresh: [organizationApi.listDelegatedAdmins],
    quiet: true,
    onDone: onClose,
    onPrepared: onClose,
  });
  const missing: Partial<Record<string, string>> = {
    ...(person.length === 0 && { personId: t('organization.delegates.person_required') }),
    ...(where === undefined && { [field]: t(`organization.delegates.${care.kind}_required`) }),
    ...(may.length === 0 && { may: t('organization.delegates.may_required') }),
  };
  const errorOf = (name: string) => (tried ? missing[name] : undefined) ?? give.fieldErrors[name];
  const offered = delegatedParts.filter(
    (part) => isSystemPart(part) === ofSystem && (can('organization.delegate.edit') || looksAfter(part)),
  );
  const send = () => {
    setTried(true);
    const [personId] = person;
    if (personId === undefined || where === undefined || may.length === 0) return;
    void give.run({ body: { personId, [field]: where, may, until } });
  };
  return (
    <Modal
      open
      title={t(`organization.delegates.give_${care.kind}`)}
      okText={t('organization.delegates.give_ok')}
      confirmLoading={give.pending}
      onOk={send}
      onCancel={onClose}
    >
      <div className="delegate-stack">
        <FieldRow name="personId" required label={t('organization.delegates.person')} error={errorOf('personId')}>
          {(input) => <PersonPicker {...input} value={person} onChange={setPerson} />}
        </FieldRow>
        <FieldRow
          name={field}
          required
          label={t(`organization.delegates.${care.kind}`)}
          help={t(`organization.delegates.${care.kind}_help`)}
          error={errorOf(field)}
        >
          {(input) =>
            ofSystem ? (
              <SystemSelect {...input} parts={offered} value={where} onChange={setWhere} />
            ) : (
              <DepartmentPicker
                {...input}
                value={where === undefined ? [] : [where]}
                onChange={([next]) => setWhere(next)}
              />
            )
          }
        </FieldRow>
        <FieldRow name="may" required label={t('organization.delegates.may')} error={errorOf('may')}>
          <Checkbox.Group
            className="delegate-parts"
            value={may}
            onChange={setMay}
            options={offered.map((value) => ({ value, label: t(`organization.delegates.may_${value}`) }))}
          />
        </FieldRow>
        <FieldRow
          name="until"
          label={t('organization.delegates.until')}
          help={t('organization.delegates.until_help')}
          error={errorOf('until')}
        >
          {(input) => <MomentInput {...input} value={until} onChange={setUntil} />}
        </FieldRow>
        {give.error && Object.keys(give.fieldErrors).length === 0 && (
          <Alert type="error" showIcon title={give.errorText} />
        )}
      </div>
    </Modal>
  );
}
