import { formsApi } from '@formwork/contract/forms/api.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { App, Button } from 'antd';
import { useState } from 'react';
import { usesOf } from '../uses/load-uses.ts';
import { RemovalDialog } from '../uses/RemovalDialog.tsx';

/** Drops what a removed field or slave table has left, for those who design forms. */
export function PurgeButton({
  formId,
  table,
  column,
  rows,
}: {
  formId: string;
  table: string;
  column?: string;
  rows: number;
}) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [asking, setAsking] = useState(false);
  const mayDesign = useCan()('forms.design.edit');
  const name = column ?? table;
  const purge = useCommand(formsApi.purgeRetired, {
    refresh: [formsApi.dataModel],
    onDone: () => void message.success(t('model.purged', { name })),
  });
  if (!mayDesign) return null;
  // names of columns and tables are made of the ids of what they hold
  const element = column?.replace(/_[a-z]+$/, '') ?? table.slice(`f_${formId}_`.length);
  return (
    <>
      <Button type="link" danger size="small" loading={purge.pending} onClick={() => setAsking(true)}>
        {t('model.purge')}
      </Button>
      {asking && (
        <RemovalDialog
          thing={`${formId} ${name}`}
          title={t('model.purge_title', { name })}
          hint={t(column === undefined ? 'model.purge_table_hint' : 'model.purge_column_hint', {
            rows: formatNumber(rows, locale),
          })}
          okText={t('model.purge_ok')}
          load={() =>
            usesOf(formId, [{ form: formId, element }]).then((uses) =>
              uses.filter((use) => !(use.kind === 'form' && use.formId === formId)),
            )
          }
          onRemove={(acceptUses) =>
            purge.run({ params: { formId }, query: { acceptUses }, body: { table, column: column ?? null } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
