import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { RecycleBin } from '@formwork/records-ui/recycle/RecycleBin.tsx';
import { useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';

/** Deleted records of one application. */
export default function AppRecyclePage() {
  const t = useT();
  const locale = useLocale();
  const elements = useElements('appRecycle');
  const { appId = '' } = useParams();
  const apps = useQuery(q(formsApi.listApps));
  const app = apps.data?.apps.find(({ id }) => id === appId);
  if (apps.isPending) return <SkeletonPage />;
  if (apps.isError) return <ErrorState onRetry={() => void apps.refetch()} />;
  if (!app) return <NoPermission title={t('recycle.page.app_gone')} hint={t('recycle.page.app_gone_hint')} />;
  return (
    <Page fill flush back={paths.app(appId)} title={t('recycle.page.title')} note={textIn(app.title, locale)}>
      <RecycleBin appId={appId} shows={(filter) => elements.shows('filters', filter)} />
    </Page>
  );
}
