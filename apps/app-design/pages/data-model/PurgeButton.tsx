import { formsApi } from '@formwork/contract/forms/api.ts';
import { formatNumber } from '@formwork/ui/number-format.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { App, Button } from 'antd';

/** Drops what a removed field or slave table has left, for those who design forms. */
export function PurgeButton({ formId, table, column, rows }: { formId: string; table: string; column?: string; rows: number }) {
  const t = useT();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const mayDesign = useCan()('forms.design.edit');
  const name = column ?? table;
  const purge = useCommand(formsApi.purgeRetired, { refresh: [formsApi.dataModel], onDone: () => void message.success(t('model.purged', { name })) });
  if (!mayDesign) return null;
  const ask = () => void modal.confirm({
    title: t('model.purge_title', { name }), content: t(column === undefined ? 'model.purge_table_hint' : 'model.purge_column_hint', { rows: formatNumber(rows, locale) }),
    okText: t('model.purge_ok'), okButtonProps: { danger: true }, onOk: () => purge.run({ params: { formId }, body: { table, column: column ?? null } }),
  });
  return <Button type="link" danger size="small" loading={purge.pending} onClick={ask}>{t('model.purge')}</Button>;
}
