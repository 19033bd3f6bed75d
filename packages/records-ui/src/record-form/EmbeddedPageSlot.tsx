import type { EmbeddedPage } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useEffect, useState } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { embeddableAddress } from '@formwork/web/http/outside.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** Long enough that a frame does not load a page for every key. */
const restMs = 600;

/** A page of another place, in a frame that can neither read this page nor lead it away. */
export function EmbeddedPageSlot({ page, form }: { page: EmbeddedPage; form: RecordFormModel }) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(page.title, locale);
  const given = form.layout.valueOf(page.id, 'address');
  const address = useRested(embeddableAddress(given));
  return (
    <div className="fw-record-item fw-record-embed">
      {title && <h3>{title}</h3>}
      {address && (
        <iframe
          src={address}
          title={title || t('records.embed.page')}
          height={page.height}
          // eslint-disable-next-line react/iframe-missing-sandbox -- never our own origin, so it stays a foreign one: see decisions/embedded-pages.md
          sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      )}
      {!address && (
        <p className="fw-record-remark">
          {t(typeof given === 'string' && given !== '' ? 'records.embed.not_https' : 'records.embed.nothing')}
        </p>
      )}
    </div>
  );
}

function useRested(value: string | undefined): string | undefined {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
