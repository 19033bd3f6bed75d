import type { Moved } from '@formwork/contract/records/share.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';

/** Says how many of several records were refused, and for which reasons. */
export function useMovedReport(title: 'records.share.failed' | 'records.transfer.failed'): (outcomes: readonly Moved[]) => void {
  const t = useT();
  const { modal } = App.useApp();
  return (outcomes) => {
    const refused = outcomes.flatMap((one) => one.refused ?? []);
    if (refused.length === 0) return;
    modal.error({
      title: t(title, { count: refused.length }), okText: t('ui.action.close'),
      content: <ul>{[...Map.groupBy(refused, (code) => code)].map(([code, all]) => <li key={code}>{t(code)}{outcomes.length > 1 && ` (${all.length})`}</li>)}</ul>,
    });
  };
}
