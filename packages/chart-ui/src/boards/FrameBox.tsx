import { embeddableAddress } from '@formwork/web/http/outside.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './boards.css';

interface Props {
  address: string;
  title: string;
  /** While it is designed: it takes no pointer from whoever moves it. */
  still?: boolean;
}

/** A page of another place, in a frame that can neither read this page nor lead it away; in words where it may not be shown. */
export function FrameBox({ address, title, still = false }: Props) {
  const t = useT();
  const shown = embeddableAddress(address);
  if (shown === undefined)
    return (
      <p className="analytics-frame-none">{t(address === '' ? 'charts.frame.not_here' : 'charts.frame.not_https')}</p>
    );
  return (
    <iframe
      className="analytics-frame"
      src={shown}
      title={title || t('charts.frame')}
      // eslint-disable-next-line react/iframe-missing-sandbox -- never our own origin, so it stays a foreign one: see decisions/embedded-pages.md
      sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
      referrerPolicy="no-referrer"
      loading="lazy"
      inert={still}
    />
  );
}
