import { PlusOutlined } from '@ant-design/icons';
import {
  ApplicationInput,
  ConsumerInput,
  CredentialInput,
  gatewayApi,
  type Application,
  type Consumer,
  type Credential,
} from '@formwork/contract/gateway/api.ts';
import { credentialKinds } from '@formwork/contract/gateway/definition.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Typography } from 'antd';
import { useState } from 'react';

const refresh = [gatewayApi.consumers, gatewayApi.subscriptions];
type Asked =
  | { what: 'consumer'; of: Consumer | undefined }
  | { what: 'application'; of: Consumer }
  | { what: 'credential'; of: Application };
interface Drawn {
  login: string | null;
  secret: string | null;
}

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
                    <Button size="small" onClick={() => setAsked({ what: 'credential', of: application })}>
                      {t('gateway.credential.add')}
                    </Button>
                    <Button
                      size="small"
                      type="text"
                      danger
                      onClick={() =>
                        sure(t('gateway.application.remove'), () =>
                          removeApplication.run({ params: { applicationId: application.id } }),
                        )
                      }
                    >
                      {t('gateway.application.remove')}
                    </Button>
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
        <CredentialDialog
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

function CredentialLine({ credential, onRevoke }: { credential: Credential; onRevoke: () => void }) {
  const t = useT();
  const { kind, name, hint, revokedAt, expiresAt } = credential;
  return (
    <div className="esb-line" data-off={revokedAt !== null || undefined}>
      <StateTag tone={revokedAt === null ? 'primary' : 'neutral'}>{t(`gateway.credential.kind.${kind}`)}</StateTag>
      <span>{name}</span>
      <code>{hint}</code>
      {expiresAt !== null && (
        <span className="esb-note">{t('gateway.credential.until', { at: expiresAt.slice(0, 10) })}</span>
      )}
      {revokedAt === null ? (
        <Button size="small" type="text" danger onClick={onRevoke}>
          {t('gateway.credential.revoke')}
        </Button>
      ) : (
        <StateTag>{t('gateway.credential.revoked')}</StateTag>
      )}
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

function CredentialDialog({
  application,
  onClose,
  onDrawn,
}: {
  application: Application;
  onClose: () => void;
  onDrawn: (drawn: Drawn) => void;
}) {
  const t = useT();
  const save = useSave(gatewayApi.createCredential, {
    refresh,
    onDone: onDrawn,
    params: { applicationId: application.id },
  });
  return (
    <FormDialog
      title={t('gateway.credential.add')}
      rules={CredentialInput}
      initial={{
        kind: 'key',
        name: application.name,
        issuer: '',
        audience: '',
        keys: '',
        address: '',
        certificate: '',
      }}
      toBody={({ kind, name, issuer, audience, keys, address, certificate }) => ({
        kind: (kind ?? 'key') as CredentialInput['kind'],
        name,
        expiresAt: null,
        jwt: kind === 'jwt' ? { issuer, audience, subject: '', keys, address } : null,
        ...(kind === 'certificate' && { certificate }),
      })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="kind"
        label={t('gateway.credential.kind')}
        options={credentialKinds.map((value) => ({ value, label: t(`gateway.credential.kind.${value}`) }))}
      />
      <TextInput name="name" label={t('gateway.name')} />
      <TextInput
        name="issuer"
        path="jwt.issuer"
        label={t('gateway.credential.issuer')}
        help={t('gateway.credential.jwt_only')}
      />
      <TextInput name="audience" path="jwt.audience" label={t('gateway.credential.audience')} />
      <LongTextInput name="keys" path="jwt.keys" label={t('gateway.credential.keys')} rows={3} />
      <TextInput
        name="address"
        path="jwt.address"
        label={t('gateway.credential.address')}
        help={t('gateway.credential.address_help')}
      />
      <LongTextInput
        name="certificate"
        label={t('gateway.credential.pem')}
        help={t('gateway.credential.pem_help')}
        rows={3}
      />
    </FormDialog>
  );
}

function SecretDialog({ drawn, onClose }: { drawn: Drawn; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open
      title={t('gateway.credential.shown_once')}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('gateway.credential.kept')}
        </Button>
      }
    >
      <div className="esb-stack">
        {drawn.login !== null && (
          <Typography.Paragraph code copyable={{ text: drawn.login }}>
            {drawn.login}
          </Typography.Paragraph>
        )}
        <Typography.Paragraph code copyable={{ text: drawn.secret ?? '' }}>
          {drawn.secret}
        </Typography.Paragraph>
        <Alert type="info" showIcon title={t('gateway.credential.hint')} />
      </div>
    </Modal>
  );
}
