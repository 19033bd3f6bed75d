import { FormApiInput, gatewayApi } from '@formwork/contract/gateway/api.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { PeopleInput } from '@formwork/web/form/inputs/PickInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { resourceReadings } from '@formwork/web/resources/resource.ts';
import { FormSelect } from '../../parts/FormSelect.tsx';
import { useMe } from '@formwork/web/session/session.ts';

/** A form as an API: its records, with the rights of the person that is named. */
export function FormApiDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const t = useT();
  const me = useMe();
  const save = useSave(gatewayApi.apiOfForm, { refresh: resourceReadings, onDone: ({ id }) => onMade(id) });
  return (
    <FormDialog
      title={t('gateway.form_api.title')}
      okText={t('resources.create')}
      rules={FormApiInput}
      initial={{ form: null as string | null, person: [me.id], basePath: '/' }}
      toBody={({ form, person, basePath }) => ({ form: form ?? '', person: person[0] ?? '', basePath })}
      command={save}
      onClose={onClose}
    >
      <InputRow<string | null> name="form" label={t('gateway.source.form')} empty={null}>
        {({ value, set }) => <FormSelect value={value} onChange={set} />}
      </InputRow>
      <TextInput name="basePath" label={t('gateway.base_path')} placeholder="/orders/v1" />
      <PeopleInput name="person" label={t('gateway.source.person')} help={t('gateway.source.person_help')} />
    </FormDialog>
  );
}
