import { ApplicationInput } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** `staysOpen`: what opened it goes on once the application is there. */
export function ApplicationDialog({
  hint,
  staysOpen = false,
  onClose,
}: {
  hint?: string;
  staysOpen?: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const save = useSave(gatewayPortalApi.createApplication, {
    refresh: [gatewayPortalApi.applications],
    ...(!staysOpen && { onDone: onClose }),
  });
  return (
    <FormDialog
      title={t('gateway.application.add')}
      rules={ApplicationInput}
      initial={{ name: '' }}
      toBody={(values) => values}
      command={save}
      onClose={onClose}
    >
      <TextInput name="name" label={t('gateway.name')} {...(hint !== undefined && { help: hint })} />
    </FormDialog>
  );
}
