import { DownloadOutlined } from '@ant-design/icons';
import { documentsApi, type SharedDocument } from '@formwork/contract/documents/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { pathOf } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useSharedDownload } from './use-shared-download.ts';

/** A document as visitors meet it: what it is, and the file. */
export function SharedDocumentView({ shared, token }: { shared: SharedDocument; token: string }) {
  const t = useT();
  const locale = useLocale();
  const download = useSharedDownload();
  const { name, size, ticket } = shared;
  return (
    <article className="share-record">
      <header>
        <p>
          {shared.space} · {textIn(shared.app, locale)}
        </p>
        <h1>{name}</h1>
        <p>
          {t('share.page.until')} <Time at={shared.expiresAt} locale={locale} relative={false} />
        </p>
      </header>
      <dl>
        <div>
          <dt>{t('share.document.size')}</dt>
          <dd>{formatBytes(size, locale)}</dd>
        </div>
        <div>
          <dt>{t('share.document.modified')}</dt>
          <dd>
            <Time at={shared.modifiedAt} locale={locale} relative={false} />
          </dd>
        </div>
      </dl>
      <Button
        type="primary"
        icon={<DownloadOutlined />}
        onClick={() => void download(pathOf(documentsApi.openLinkFile, {}), { token, ticket }, name)}
      >
        {t('share.file.download', { name })}
      </Button>
    </article>
  );
}
