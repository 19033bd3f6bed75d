import { PlusOutlined } from '@ant-design/icons';
import {
  ApplicationInput,
  ConsumerInput,
  gatewayApi,
  type Application,
  type Consumer,
} from '@formwork/contract/gateway/api.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { CredentialDialog, SecretDialog, type Drawn } from './CredentialDialog.tsx';
import { ApplicationButtons } from './ApplicationButtons.tsx';
import { CredentialLine } from './CredentialLine.tsx';

const refresh = [gatewayApi.consumers, gatewayApi.subscriptions];
type Asked =
  | { what: 'consumer'; of: Consumer | undefined }
  | { what: 'application'; of: Consumer }
  | { what: 'credential'; of: Application };

/** Who calls: consumers, their applications and credentials. What is secret is shown once. */
export function Consumers() {
  const t = useT();
  const { modal } = App.useApp();
  const consumers = useQuery(q(gatewayApi.consumers));
  const [asked, setAsked] = useState<Asked>();
  const [drawn, setDrawn] = useState<Drawn>();
  const removeConsumer = useCommand(gatewayApi.removeConsumer, { refresh });
  const removeApplication = useCommand(gatewayApi.removeApplication, { refresh });
  const revoke = useCommand(gatewayApi.revokeCredential, { refresh });
  const close = () => setAsked(undefined);
  const sure = (title: string, onOk: () => unknown) =>
    void modal.confirm({ title, content: t('gateway.consumer.sure'), okButtonProps: { danger: true }, onOk });
  if (!consumers.data) return <Unread of={[consumers]} skeleton={<SkeletonRows rows={6} />} />;
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAsked({ what: 'consumer', of: undefined })}>
      {t('gateway.consumer.add')}
    </Button>
  );
  return (
    <div className="esb-body">
      {consumers.data.length === 0 ? (
        <EmptyState title={t('gateway.consumer.none')} hint={t('gateway.consumer.none_hint')} action={add} />
      ) : (
        <>
          <div className="esb-tools">{add}</div>
          {consumers.data.map((consumer) => (
            <section key={consumer.id} className="esb-card">
              <header>
                <h2>{consumer.name}</h2>
                {consumer.owner !== null && <StateTag>{t('gateway.consumer.of_portal')}</StateTag>}
                {consumer.off && <StateTag tone="warning">{t('gateway.consumer.off')}</StateTag>}
                <span className="esb-note">{consumer.about}</span>
                <span className="esb-space" />
                <MenuButton
                  label={t('gateway.consumer.more', { name: consumer.name })}
                  items={[
                    {
                      id: 'edit',
                      title: t('gateway.consumer.edit'),
                      onSelect: () => setAsked({ what: 'consumer', of: consumer }),
                    },
                    {
                      id: 'add',
                      title: t('gateway.application.add'),
                      onSelect: () => setAsked({ what: 'application', of: consumer }),
                    },
                    {
                      id: 'remove',
                      title: t('gateway.consumer.remove'),
                      danger: true,
                      onSelect: () =>
                        sure(t('gateway.consumer.remove'), () =>
                          removeConsumer.run({ params: { consumerId: consumer.id } }),
                        ),
                    },
                  ]}
                />
              </header>
              {consumer.applications.map((application) => (
                <div key={application.id} className="esb-application">
                  <div className="esb-line">
                    <strong>{application.name}</strong>
                    <ApplicationButtons
                      onIssue={() => setAsked({ what: 'credential', of: application })}
                      onRemove={() =>
                        sure(t('gateway.application.remove'), () =>
                          removeApplication.run({ params: { applicationId: application.id } }),
                        )
                      }
                    />
                  </div>
                  {application.credentials.map((credential) => (
                    <CredentialLine
                      key={credential.id}
                      credential={credential}
                      onRevoke={() =>
                        sure(t('gateway.credential.revoke'), () =>
                          revoke.run({ params: { credentialId: credential.id } }),
                        )
                      }
                    />
                  ))}
                </div>
              ))}
              {consumer.applications.length === 0 && (
                <Button onClick={() => setAsked({ what: 'application', of: consumer })}>
                  {t('gateway.application.add')}
                </Button>
              )}
            </section>
          ))}
        </>
      )}
      {asked?.what === 'consumer' && <ConsumerDialog consumer={asked.of} onClose={close} />}
      {asked?.what === 'application' && <ApplicationDialog consumer={asked.of} onClose={close} />}
      {asked?.what === 'credential' && (
        <IssueDialog
          application={asked.of}
          onClose={close}
          onDrawn={(next) => {
            close();
            if (next.secret !== null) setDrawn(next);
          }}
        />
      )}
      {drawn && <SecretDialog drawn={drawn} onClose={() => setDrawn(undefined)} />}
    </div>
  );
}

function ConsumerDialog({ consumer, onClose }: { consumer: Consumer | undefined; onClose: () => void }) {
  const t = useT();
  const create = useSave(gatewayApi.createConsumer, { refresh, onDone: onClose });
  const update = useSave(gatewayApi.updateConsumer, {
    refresh,
    onDone: onClose,
    params: { consumerId: consumer?.id ?? '' },
  });
  return (
    <FormDialog
      title={t(consumer ? 'gateway.consumer.edit' : 'gateway.consumer.add')}
      rules={ConsumerInput}
      initial={{ name: consumer?.name ?? '', about: consumer?.about ?? '', off: consumer?.off ?? false }}
      toBody={(values) => values}
      command={consumer ? update : create}
      onClose={onClose}
    >
      <TextInput name="name" label={t('gateway.name')} />
      <LongTextInput name="about" label={t('gateway.about')} />
      {consumer && <SwitchInput name="off" label={t('gateway.consumer.off')} />}
    </FormDialog>
  );
}

function ApplicationDialog({ consumer, onClose }: { consumer: Consumer; onClose: () => void }) {
  const t = useT();
  const save = useSave(gatewayApi.createApplication, { refresh, onDone: onClose, params: { consumerId: consumer.id } });
  return (
    <FormDialog
      title={t('gateway.application.add')}
      rules={ApplicationInput}
      initial={{ name: '' }}
      toBody={(values) => values}
      command={save}
      onClose={onClose}
    >
      <TextInput name="name" label={t('gateway.name')} />
    </FormDialog>
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
  const save = useSave(gatewayApi.createCredential, {
    refresh,
    onDone: onDrawn,
    params: { applicationId: application.id },
  });
  return <CredentialDialog name={application.name} command={save} onClose={onClose} />;
}
