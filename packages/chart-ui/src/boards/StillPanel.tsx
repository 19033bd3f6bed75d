import type { DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import './boards.css';

/** Words or a picture on a dashboard. */
export function StillPanel({ panel }: { panel: Exclude<DashboardPanel, { is: 'chart' }> }) {
  const locale = useLocale();
  if (panel.is === 'picture')
    return <img className="analytics-picture" src={panel.src} alt={textIn(panel.alt, locale)} />;
  return (
    <div className="analytics-text" data-look={panel.look ?? 'text'}>
      {textIn(panel.text, locale)}
    </div>
  );
}
