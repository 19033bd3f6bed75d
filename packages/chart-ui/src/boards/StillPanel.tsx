import type { DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import './boards.css';
import { FrameBox } from './FrameBox.tsx';
import { Leading } from './jumping.tsx';

interface Props {
  panel: Exclude<DashboardPanel, { is: 'chart' }>;
  /** While it is designed. */
  still?: boolean;
}

/** Words, a picture or a page of another place on a dashboard. */
export function StillPanel({ panel, still = false }: Props) {
  const locale = useLocale();
  if (panel.is === 'frame') {
    const title = textIn(panel.title ?? undefined, locale);
    return (
      <div className="analytics-panel">
        {title !== '' && (
          <header>
            <h2 title={title}>{title}</h2>
          </header>
        )}
        <div className="analytics-panel-body">
          <FrameBox address={panel.address} title={title} still={still} />
        </div>
      </div>
    );
  }
  return (
    <Leading jump={panel.jump}>
      {panel.is === 'picture' ? (
        <img className="analytics-picture" src={panel.src} alt={textIn(panel.alt, locale)} />
      ) : (
        <div className="analytics-text" data-look={panel.look ?? 'text'}>
          {textIn(panel.text, locale)}
        </div>
      )}
    </Leading>
  );
}
