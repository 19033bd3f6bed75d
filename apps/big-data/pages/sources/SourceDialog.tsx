import { connectionsApi, type Connection, type ConnectionKindView } from '@formwork/contract/connections/api.ts';
import { entryRules, secretRules } from '@formwork/contract/connections/entry-rules.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { askedFor, fieldsOf, inputName, secretsOf, settingsOf } from './kind-fields.ts';
import { KindInputs } from './KindInputs.tsx';
import { kindTitle } from './kind-title.ts';

const refresh = [connectionsApi.list, connectionsApi.get];

/** A new source of a kind, or one that is there; `secretsOnly` exchanges what is sealed. */
export function SourceDialog({
  kind,
  source,
  secretsOnly = false,
  onClose,
  onSaved,
}: {
  kind: ConnectionKindView;
  source?: Connection;
  secretsOnly?: boolean;
  onClose: () => void;
  onSaved: (saved: Connection) => void;
}) {
  const t = useT();
  const all = fieldsOf(kind);
  const fields = secretsOnly ? all.filter(({ secret }) => secret) : all;
  const create = useSave(connectionsApi.create, { refresh, onDone: onSaved });
  const update = useSave(connectionsApi.update, {
    refresh,
    onDone: onSaved,
    params: { connectionId: source?.id ?? '' },
  });
  const before = source?.settings ?? {};
  const initial: Record<string, unknown> = { name: source?.name ?? '' };
  for (const field of fields)
    initial[inputName(field)] = field.secret
      ? ''
      : (before[field.name] ?? field.byDefault ?? (field.is === 'files' ? [] : undefined));
  const toBody = (values: Record<string, unknown>) => {
    // what belongs to another kind of sign-in is not sent
    const asked = askedFor(fields, { ...before, ...values });
    const secrets = secretsOf(asked, values);
    const given = Object.keys(secrets).length > 0 || !source ? { secrets } : {};
    if (secretsOnly) return { version: source!.version, ...given };
    const body = { name: String(values.name).trim(), settings: settingsOf(asked, values), ...given };
    return source ? { version: source.version, ...body } : { kind: kind.kind, folder: null, ...body };
  };
  return (
    <FormDialog<Record<string, unknown>, Record<string, unknown>>
      title={t(secretsOnly ? 'sources.rotate' : source ? 'sources.edit' : 'sources.add_of', {
        kind: kindTitle(kind.kind, t),
      })}
      command={(source ? update : create) as never}
      rules={secretsOnly ? secretRules : entryRules(fields)}
      initial={initial}
      toBody={toBody}
      onClose={onClose}
    >
      {!secretsOnly && (
        <TextInput name="name" label={t('sources.name')} wrong={t('sources.name_required')} autoFocus wide />
      )}
      <KindInputs fields={fields} kept={source?.secrets ?? []} settings={before} />
    </FormDialog>
  );
}
