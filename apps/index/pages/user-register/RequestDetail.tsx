import { joiningApi, reviewReasonLength, type JoinRequest } from '@formwork/contract/joining/api.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { useMayAdminister } from '@formwork/web/session/administering.tsx';
import { Alert, Button, Drawer, Input, Select } from 'antd';
import { useState } from 'react';

const changed = [joiningApi.listRequests, joiningApi.countRequests, organizationApi.listPeople];

/** One request: who asks, and the word of the administrator. */
export function RequestDetail({ request, onClose }: { request: JoinRequest | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Drawer
      open={request !== undefined}
      size={480}
      title={t('register.request.title', { name: request?.name ?? '' })}
      onClose={onClose}
      destroyOnHidden
    >
      {request && <Facts request={request} />}
      {request?.state === 'waiting' && <Decision key={request.id} request={request} onDone={onClose} />}
    </Drawer>
  );
}

function Facts({
  request: { login, contact, message, askedAt, role, department, decidedBy, decidedAt, reason },
}: {
  request: JoinRequest;
}) {
  const t = useT();
  const locale = useLocale();
  const facts = [
    ['login', login],
    ['contact', contact],
    ['message', message],
    ['asked', <Time key="asked" at={askedAt} locale={locale} relative={false} />],
    ['role', role && t(`organization.role.${role}`)],
    ['department', department?.name],
    [
      'decided',
      decidedAt !== null && (
        <>
          {decidedBy?.name} <Time at={decidedAt} locale={locale} relative={false} />
        </>
      ),
    ],
    ['reason', reason],
  ] as const;
  return (
    <dl className="register-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`register.request.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Decision({ request, onDone }: { request: JoinRequest; onDone: () => void }) {
  const t = useT();
  const params = { requestId: request.id };
  const [role, setRole] = useState(request.role ?? 'user');
  const [department, setDepartment] = useState(request.department ? [request.department.id] : []);
  const [reason, setReason] = useState('');
  const administers = useMayAdminister('registrations') === 'all';
  const [missing, setMissing] = useState(false);
  const accept = useCommand(joiningApi.acceptRequest, { refresh: changed, quiet: true, onDone, onPrepared: onDone });
  const refuse = useCommand(joiningApi.refuseRequest, { refresh: changed, quiet: true, onDone });
  const problem = accept.errorText ?? refuse.errorText;
  return (
    <div className="register-decision">
      <FieldRow
        name="role"
        label={t('register.request.role')}
        help={role === 'user' ? undefined : t('register.request.role_help')}
      >
        {(input) => (
          <Select
            {...input}
            value={role}
            onChange={setRole}
            options={(administers ? enterpriseRoles : (['user'] as const)).map((value) => ({
              value,
              label: t(`organization.role.${value}`),
            }))}
          />
        )}
      </FieldRow>
      <FieldRow name="department" label={t('register.request.department')}>
        {(input) => <DepartmentPicker {...input} value={department} onChange={setDepartment} />}
      </FieldRow>
      <Button
        type="primary"
        loading={accept.pending}
        onClick={() => void accept.run({ params, body: { role, departmentId: department[0] ?? null } })}
      >
        {t('register.request.accept')}
      </Button>
      <FieldRow
        name="reason"
        label={t('register.request.reason')}
        help={t('register.request.reason_help')}
        error={missing ? t('register.request.reason_required') : undefined}
      >
        {(input) => (
          <Input.TextArea
            {...input}
            value={reason}
            maxLength={reviewReasonLength}
            showCount
            autoSize={{ minRows: 2, maxRows: 4 }}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
          />
        )}
      </FieldRow>
      <Button
        danger
        loading={refuse.pending}
        onClick={() => (reason.trim() === '' ? setMissing(true) : void refuse.run({ params, body: { reason } }))}
      >
        {t('register.request.refuse')}
      </Button>
      {problem && <Alert type="error" showIcon title={problem} />}
    </div>
  );
}
