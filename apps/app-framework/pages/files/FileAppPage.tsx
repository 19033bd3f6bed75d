import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useVisit } from '@formwork/web/apps/use-visit.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { BinView } from './BinView.tsx';
import { FolderView } from './FolderView.tsx';
import './files.css';

/** An application of folders and documents: a folder of it, or what was removed. */
export default function FileAppPage() {
  const t = useT();
  const locale = useLocale();
  const { appId = '' } = useParams();
  const [bin] = useQueryText('bin');
  const [folder] = useQueryText('folder');
  const apps = useQuery(q(formsApi.listApps));
  const app = apps.data?.apps.find(({ id, kind }) => id === appId && kind === 'files');
  usePageTitle(app && textIn(app.title, locale));
  useVisit(app?.id);
  if (apps.isPending) return <SkeletonPage />;
  if (apps.isError)
    return (
      <ErrorState
        onRetry={() => void apps.refetch()}
        requestId={isApiError(apps.error) ? apps.error.requestId : undefined}
      />
    );
  if (!app) return <NoPermission title={t('documents.app.gone')} hint={t('documents.app.gone_hint')} />;
  if (bin !== undefined) return <BinView app={app} />;
  return <FolderView key={folder ?? ''} app={app} folder={folder ?? null} />;
}
