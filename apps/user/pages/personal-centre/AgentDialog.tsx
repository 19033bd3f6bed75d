import { agentPermissions, agentsApi, type AgentPermission, type Delegation } from '@formwork/contract/agents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Modal, Radio, Select } from 'antd';
import { useState } from 'react';

interface Values {
  agent: string[];
  startsAt: string | null;
  endsAt: string | null;
  everywhere: boolean;
  appIds: string[];
  permissions: AgentPermission[];
}

/** A new delegation, or one that is there: edited while it holds, given anew when it does not. */
export function AgentDialog({ delegation, onClose }: { delegation: Delegation | undefined; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  const [values, setValues] = useState(() => valuesOf(delegation));
  const [tried, setTried] = useState(false);
  const options = { refresh: [agentsApi.mine], quiet: true, onDone: onClose };
  const create = useCommand(agentsApi.create, options);
  const update = useCommand(agentsApi.update, options);
  const command = delegation ? update : create;
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const missing: Partial<Record<string, string>> = {
    ...(values.agent.length === 0 && { agentId: t('personal.agents.agent_required') }),
    ...(values.startsAt === null && { startsAt: t('personal.agents.validity_required') }),
    ...(values.endsAt === null && { endsAt: t('personal.agents.validity_required') }),
    ...(!values.everywhere && values.appIds.length === 0 && { appIds: t('personal.agents.scope_required') }),
    ...(values.permissions.length === 0 && { permissions: t('personal.agents.permission_required') }),
  };
  const errorOf = (field: string) => (tried ? missing[field] : undefined) ?? command.fieldErrors[field];
  const send = () => {
    setTried(true);
    const {
      agent: [agentId],
      startsAt,
      endsAt,
      everywhere,
      appIds,
      permissions,
    } = values;
    if (Object.keys(missing).length > 0 || !agentId || !startsAt || !endsAt) return;
    const body = { agentId, startsAt, endsAt, appIds: everywhere ? null : appIds, permissions };
    void (delegation ? update.run({ params: { delegationId: delegation.id }, body }) : create.run({ body }));
  };
  const title = !delegation
    ? 'personal.agents.create'
    : delegation.state === 'agenting'
      ? 'personal.agents.edit'
      : 'personal.agents.edit_again';
  return (
    <Modal
      open
      title={t(title)}
      okText={t('personal.agents.save')}
      confirmLoading={command.pending}
      onOk={send}
      onCancel={onClose}
    >
      <div className="agent-form">
        <FieldRow name="agentId" required label={t('personal.agents.agent')} error={errorOf('agentId')}>
          {(input) => <PersonPicker {...input} value={values.agent} onChange={(agent) => set({ agent })} />}
        </FieldRow>
        <FieldRow name="startsAt" required label={t('personal.agents.starts')} error={errorOf('startsAt')}>
          {(input) => <MomentInput {...input} value={values.startsAt} onChange={(startsAt) => set({ startsAt })} />}
        </FieldRow>
        <FieldRow name="endsAt" required label={t('personal.agents.ends')} error={errorOf('endsAt')}>
          {(input) => <MomentInput {...input} value={values.endsAt} onChange={(endsAt) => set({ endsAt })} />}
        </FieldRow>
        <FieldRow name="appIds" required label={t('personal.agents.scope')} error={errorOf('appIds')}>
          <Radio.Group
            value={values.everywhere}
            onChange={(event) => set({ everywhere: event.target.value as boolean })}
            options={[
              { value: true, label: t('personal.agents.all_apps') },
              { value: false, label: t('personal.agents.some_apps') },
            ]}
          />
          {!values.everywhere && (
            <Select
              id="appIds"
              mode="multiple"
              loading={apps.isPending}
              aria-label={t('personal.agents.some_apps')}
              value={values.appIds}
              onChange={(appIds: string[]) => set({ appIds })}
              showSearch={{ optionFilterProp: 'label' }}
              options={apps.data?.apps.map((app) => ({ value: app.id, label: textIn(app.title, locale) })) ?? []}
            />
          )}
        </FieldRow>
        <FieldRow name="permissions" required label={t('personal.agents.permissions')} error={errorOf('permissions')}>
          <Checkbox.Group
            value={values.permissions}
            onChange={(permissions) => set({ permissions })}
            options={agentPermissions.map((value) => ({ value, label: t(`personal.agents.may_${value}`) }))}
          />
        </FieldRow>
        {command.error && Object.keys(command.fieldErrors).length === 0 && (
          <Alert type="error" showIcon title={command.errorText} />
        )}
      </div>
    </Modal>
  );
}

function valuesOf(delegation: Delegation | undefined): Values {
  if (!delegation)
    return {
      agent: [],
      startsAt: new Date().toISOString(),
      endsAt: null,
      everywhere: true,
      appIds: [],
      permissions: ['todo'],
    };
  const { agent, startsAt, endsAt, appIds, permissions } = delegation;
  return { agent: [agent.id], startsAt, endsAt, everywhere: appIds === null, appIds: appIds ?? [], permissions };
}
