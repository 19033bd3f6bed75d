import { PlusOutlined } from '@ant-design/icons';
import type { Application } from '@formwork/contract/gateway/api.ts';
import {
  gatewayPortalApi,
  OwnCredentialInput,
  ownCredentialKinds,
  type OwnSubscription,
} from '@formwork/contract/gateway/portal-api.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { SecretDialog, type Drawn } from '../esb/CredentialDialog.tsx';
import { ApplicationButtons } from '../esb/ApplicationButtons.tsx';
import { CredentialLine } from '../esb/CredentialLine.tsx';
import { ApplicationDialog } from './ApplicationDialog.tsx';
import { subscriptionTones } from './tags.tsx';

const refresh = [gatewayPortalApi.applications];

/** My programs: what they show at the gateway, and what they may call. */
export function OwnApplications() {
  const t = useT();
  const { modal } = App.useApp();
  const own = useQuery(q(gatewayPortalApi.applications));
  const [adding, setAdding] = useState(false);
  const [issuing, setIssuing] = useState<Application>();
  const [drawn, setDrawn] = useState<Drawn>();
  const removeApplication = useCommand(gatewayPortalApi.removeApplication, { refresh });
  const revoke = useCommand(gatewayPortalApi.revokeCredential, { refresh });
  const end = useCommand(gatewayPortalApi.endSubscription, { refresh });
  const sure = (title: string, onOk: () => unknown) =>
    void modal.confirm({ title, content: t('gateway.consumer.sure'), okButtonProps: { danger: true }, onOk });
  if (!own.data) return <Unread of={[own]} skeleton={<SkeletonRows rows={6} />} />;
  const { applications, subscriptions } = own.data;
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('gateway.application.add')}
    </Button>
  );
  return (
    <div className="portal-stack">
      {applications.length === 0 ? (
        <EmptyState
          title={t('gatewayportal.application.none')}
          hint={t('gatewayportal.application.none_hint')}
          action={add}
        />
      ) : (
        <div className="esb-tools">{add}</div>
      )}
      {applications.map((application) => (
        <section key={application.id} className="esb-card" aria-label={application.name}>
          <header>
            <h2>{application.name}</h2>
            <span className="esb-space" />
            <ApplicationButtons
              onIssue={() => setIssuing(application)}
              onRemove={() =>
                sure(t('gateway.application.remove'), () =>
                  removeApplication.run({ params: { applicationId: application.id } }),
                )
              }
            />
          </header>
          {application.credentials.length === 0 && (
            <span className="esb-note">{t('gatewayportal.application.no_credential')}</span>
          )}
          {application.credentials.map((credential) => (
            <CredentialLine
              key={credential.id}
              credential={credential}
              onRevoke={() =>
                sure(t('gateway.credential.revoke'), () => revoke.run({ params: { credentialId: credential.id } }))
              }
            />
          ))}
          {subscriptions
            .filter((one) => one.application.id === application.id)
            .map((one) => (
              <SubscriptionLine
                key={one.id}
                subscription={one}
                onEnd={() =>
                  sure(t('gatewayportal.subscription.end'), () => end.run({ params: { subscriptionId: one.id } }))
                }
              />
            ))}
        </section>
      ))}
      {adding && <ApplicationDialog onClose={() => setAdding(false)} />}
      {issuing && (
        <IssueDialog
          application={issuing}
          onClose={() => setIssuing(undefined)}
          onDrawn={(next) => {
            setIssuing(undefined);
            if (next.secret !== null) setDrawn(next);
          }}
        />
      )}
      {drawn && <SecretDialog drawn={drawn} onClose={() => setDrawn(undefined)} />}
    </div>
  );
}

function SubscriptionLine({
  subscription: { api, plan, state, answer },
  onEnd,
}: {
  subscription: OwnSubscription;
  onEnd: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const isOver = state === 'ended' || state === 'refused';
  return (
    <div className="esb-line" data-off={state === 'ended' || undefined}>
      <StateTag tone={subscriptionTones[state]}>{t(`gateway.subscription.state.${state}`)}</StateTag>
      <span>{api.name ? textIn(api.name, locale) : '—'}</span>
      <span className="esb-note">{plan.name}</span>
      {answer !== '' && <span className="esb-note">{answer}</span>}
      {!isOver && (
        <Button size="small" type="text" danger onClick={onEnd}>
          {t(state === 'requested' ? 'gatewayportal.subscription.take_back' : 'gatewayportal.subscription.end')}
        </Button>
      )}
    </div>
  );
}

function IssueDialog({
  application,
  onClose,
  onDrawn,
}: {
  application: Application;
  onClose: () => void;
  onDrawn: (drawn: Drawn) => void;
}) {
  const t = useT();
  const save = useSave(gatewayPortalApi.createCredential, {
    refresh,
    onDone: onDrawn,
    params: { applicationId: application.id },
  });
  return (
    <FormDialog
      title={t('gateway.credential.add')}
      rules={OwnCredentialInput}
      initial={{ kind: 'key', name: application.name, until: null as string | null }}
      toBody={({ kind, name, until }) => ({
        kind: (kind ?? 'key') as OwnCredentialInput['kind'],
        name,
        expiresAt: until === null ? null : (instantFromWall(`${until} 23:59:59`, timeZone()) ?? null),
      })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="kind"
        label={t('gateway.credential.kind')}
        options={ownCredentialKinds.map((value) => ({ value, label: t(`gateway.credential.kind.${value}`) }))}
      />
      <TextInput name="name" label={t('gateway.name')} />
      <DayInput name="until" path="expiresAt" label={t('gatewayportal.credential.until')} />
    </FormDialog>
  );
}
