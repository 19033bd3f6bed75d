import { CredentialInput } from '@formwork/contract/gateway/api.ts';
import { credentialKinds } from '@formwork/contract/gateway/definition.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import type { FormCommand } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal, Typography } from 'antd';

export interface Drawn {
  login: string | null;
  secret: string | null;
}

/** Which credential is drawn; whose it is says the command. */
export function CredentialDialog({
  name: initialName,
  command,
  onClose,
}: {
  name: string;
  command: FormCommand<CredentialInput>;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <FormDialog
      title={t('gateway.credential.add')}
      rules={CredentialInput}
      initial={{ kind: 'key', name: initialName, issuer: '', audience: '', keys: '', address: '', certificate: '' }}
      toBody={({ kind, name, issuer, audience, keys, address, certificate }) => ({
        kind: (kind ?? 'key') as CredentialInput['kind'],
        name,
        expiresAt: null,
        jwt: kind === 'jwt' ? { issuer, audience, subject: '', keys, address } : null,
        ...(kind === 'certificate' && { certificate }),
      })}
      command={command}
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

/** What was drawn, this once. */
export function SecretDialog({ drawn, onClose }: { drawn: Drawn; onClose: () => void }) {
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
