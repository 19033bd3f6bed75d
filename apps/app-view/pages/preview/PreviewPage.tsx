import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Link } from '@formwork/ui/frame/link.tsx';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { ErrorState, NoPermission } from '@formwork/ui/feedback/state.tsx';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useQueryText } from '@formwork/web/router/page-context.ts';
import { useVisitor } from '@formwork/web/session/session.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Button, Spin } from 'antd';
import { FileContent } from './FileContent.tsx';
import './preview.css';
import { downloadOf, usePreviewedFile, type Reading } from './previewed-file.ts';

/** One file, shown as far as a browser can; `among` names those beside it. A ticket shows its file to anyone. */
export default function PreviewPage() {
  const t = useT();
  const locale = useLocale();
  const [fileId, setFileId] = useQueryText('file');
  const [amongText] = useQueryText('among');
  const [ticket] = useQueryText('ticket');
  const among = amongText?.split(',') ?? [];
  const at = among.indexOf(fileId ?? '');
  const to = (index: number) => at >= 0 && among[index] !== undefined && setFileId(among[index]);
  const reading = usePreviewedFile(fileId, ticket);
  const file = reading.kind === 'ready' ? reading.file : undefined;
  usePageTitle(file?.name);
  useKeys({ ArrowLeft: () => to(at - 1), ArrowRight: () => to(at + 1) }, among.length > 1);
  return (
    <div className="preview">
      <header className="preview-bar">
        <h1 title={file?.name}>{file?.name ?? t('preview.title')}</h1>
        {file && <span className="preview-size">{formatBytes(file.size, locale)}</span>}
        {at >= 0 && among.length > 1 && (
          <span className="preview-pager">
            <Button
              size="small"
              icon={<LeftOutlined />}
              disabled={at === 0}
              onClick={() => to(at - 1)}
              aria-label={t('preview.previous')}
              title={t('preview.previous')}
            />
            <span>
              {at + 1} / {among.length}
            </span>
            <Button
              size="small"
              icon={<RightOutlined />}
              disabled={at === among.length - 1}
              onClick={() => to(at + 1)}
              aria-label={t('preview.next')}
              title={t('preview.next')}
            />
          </span>
        )}
        {file && (
          <Button icon={<DownloadOutlined />} href={downloadOf(file)} download={file.name}>
            {t('preview.download')}
          </Button>
        )}
      </header>
      <div className="preview-content">
        {file ? (
          <FileContent key={file.content} file={file} byTicket={ticket !== undefined} />
        ) : (
          <NotReady reading={reading} named={fileId !== undefined || ticket !== undefined} />
        )}
      </div>
    </div>
  );
}

function NotReady({ reading, named }: { reading: Reading; named: boolean }) {
  const t = useT();
  const visitor = useVisitor() === null;
  if (!named) return <NoPermission title={t('preview.nothing')} hint={t('preview.nothing_hint')} />;
  if (reading.kind !== 'failed')
    return (
      <div className="preview-middle" role="status">
        <Spin /> {t('preview.loading')}
      </div>
    );
  const { error, retry } = reading;
  if (visitor && isApiError(error) && error.status === 401) {
    return (
      <NoPermission
        title={t('preview.sign_in')}
        action={
          <Link href={pathTo('login', {}, { redirect: location.pathname + location.search })}>
            {t('preview.to_sign_in')}
          </Link>
        }
      />
    );
  }
  if (
    isApiError(error) &&
    (error.status === 404 || error.status === 410 || error.status === 403 || error.status === 422)
  )
    return <NoPermission title={error.status === 410 ? errorText(error, t) : t('files.file.not_found')} />;
  return <ErrorState onRetry={retry} requestId={isApiError(error) ? error.requestId : undefined} />;
}
