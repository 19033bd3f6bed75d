import { textIn } from '@formwork/contract/text.ts';
import type { SharedThing } from '@formwork/contract/visitors/api.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo, type ReactNode } from 'react';
import { Opening } from './opening.ts';
import { SharedBoard } from './SharedBoard.tsx';
import { SharedChartView } from './SharedChartView.tsx';
import { SharedRows } from './SharedRows.tsx';
import { SharedScreen } from './SharedScreen.tsx';
import './thing.css';
import { useClockOf } from './use-clock-of.ts';

interface Props {
  shared: SharedThing;
  token: string;
  title: string;
  /** Something was refused because the opening is too long ago, or the link has ended. */
  onStale: () => void;
}

/** A view, chart, dashboard or screen as visitors meet it: they look, and change nothing. */
export default function SharedThingView({ shared, token, title, onStale }: Props) {
  const locale = useLocale();
  const { content, ticket, timeZone: zone } = shared;
  const opening = useMemo(() => ({ token, ticket, onStale }), [token, ticket, onStale]);
  useClockOf(zone);
  return (
    <Opening value={opening}>
      {content.kind === 'screen' ? (
        <SharedScreen screen={content.definition} />
      ) : content.kind === 'dashboard' ? (
        <SharedBoard board={content.definition} head={<Head shared={shared} title={title} />} />
      ) : content.kind === 'chart' ? (
        <div className="share-thing">
          <Head shared={shared} title={title} />
          <SharedChartView first={content.chart} />
        </div>
      ) : (
        <div className="share-thing">
          <Head shared={shared} title={title} of={textIn(content.form, locale)} />
          <SharedRows view={content} />
        </div>
      )}
    </Opening>
  );
}

function Head({ shared, title, of }: { shared: SharedThing; title: string; of?: string }): ReactNode {
  const t = useT();
  const locale = useLocale();
  return (
    <header className="share-head">
      <p>
        {shared.space}
        {of !== undefined && of !== title && ` · ${of}`}
      </p>
      <h1>{title}</h1>
      <p>
        {t('share.page.until')} <Time at={shared.expiresAt} locale={locale} relative={false} />
      </p>
    </header>
  );
}
