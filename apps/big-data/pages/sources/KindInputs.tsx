import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { hasText, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { FilesInput } from './FilesInput.tsx';
import { askedFor, inputName, type KindField } from './kind-fields.ts';

/** The inputs that a kind asks for; `settings` are those that are not among them. */
export function KindInputs({
  fields,
  kept,
  settings,
}: {
  fields: readonly KindField[];
  kept: readonly string[];
  settings: Record<string, unknown>;
}) {
  const t = useT();
  const values = useFormValues<Record<string, unknown>>();
  return askedFor(fields, { ...settings, ...values }).map((field) => (
    <KindInput key={inputName(field)} field={field} kept={kept} t={t} />
  ));
}

function KindInput({ field, kept, t }: { field: KindField; kept: readonly string[]; t: Translate }) {
  const { name, secret, is, choices } = field;
  const shared = {
    name: inputName(field),
    path: `${secret ? 'secrets' : 'settings'}.${name}`,
    label: fieldTitle(name, t),
    wrong: t('sources.required'),
  };
  if (secret && name === 'privateKey')
    return <LongTextInput {...shared} wide {...(kept.includes(name) && { help: t('sources.secret_kept') })} />;
  if (secret)
    return (
      <InputRow {...shared} empty="" help={kept.includes(name) ? t('sources.secret_kept') : undefined}>
        {({ input, value, set }) => (
          <Input.Password
            {...input}
            autoComplete="new-password"
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </InputRow>
    );
  switch (is) {
    case 'switch':
      return <SwitchInput {...shared} />;
    case 'number':
      return <NumberInput {...shared} />;
    case 'choice':
      return (
        <SelectInput {...shared} options={choices.map((value) => ({ value, label: choiceTitle(name, value, t) }))} />
      );
    case 'files':
      return <FilesInput {...shared} wrong={t('sources.files_required')} help={t('sources.files_help')} wide />;
    case 'long':
      return <LongTextInput {...shared} wide />;
    default:
      return <TextInput {...shared} />;
  }
}

/** As people call it; kinds that other modules bring may have words of their own. */
function fieldTitle(name: string, t: Translate): string {
  const key = `sources.field.${name}`;
  return hasText(key) ? t(key) : name;
}

function choiceTitle(name: string, value: string, t: Translate): string {
  const key = `sources.choice.${name}.${value}`;
  return hasText(key) ? t(key) : value;
}
