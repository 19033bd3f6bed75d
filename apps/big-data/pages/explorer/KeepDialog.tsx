import { explorerApi, QueryName } from '@formwork/contract/etl/explorer.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** Keeps a statement under a name. */
export function KeepDialog({ source, sql, onClose }: { source: string; sql: string; onClose: () => void }) {
  const t = useT();
  const save = useSave(explorerApi.keepQuery, { refresh: [explorerApi.queries], onDone: onClose });
  return (
    <FormDialog<{ name: string }, QueryName>
      title={t('explorer.keep')}
      command={save}
      rules={QueryName}
      initial={{ name: '' }}
      toBody={({ name }) => ({ source, name: name.trim(), sql })}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={t('explorer.query_name')}
        wrong={t('explorer.query_name_required')}
        autoFocus
        wide
      />
    </FormDialog>
  );
}
