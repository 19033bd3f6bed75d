import { reviewApi } from '@formwork/contract/review/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { DelegatesTab } from '../delegates/DelegatesTab.tsx';
import { ChangeList } from './ChangeList.tsx';
import './review.css';

/** The security reviewer's page: changes of rights before they hold, and what became of earlier ones. */
export default function SecurityReviewPage() {
  const t = useT();
  const [asked, setTab] = useQueryText('tab');
  const tab = asked === 'decided' || asked === 'delegates' ? asked : 'waiting';
  const separation = useQuery(q(reviewApi.getSeparation));
  return (
    <Page
      title={t('review.page.title')}
      fill
      flush
      tabs={[
        { id: 'waiting', title: t('review.page.waiting'), ...(separation.data && { count: separation.data.waiting }) },
        { id: 'decided', title: t('review.page.decided') },
        { id: 'delegates', title: t('organization.delegates.title') },
      ]}
      tab={tab}
      onTab={(id) => setTab(id === 'waiting' ? undefined : id)}
    >
      {separation.data?.enabled === false && tab !== 'delegates' && (
        <Alert className="review-off" type="info" showIcon title={t('review.page.off')} />
      )}
      {tab === 'delegates' ? <DelegatesTab /> : <ChangeList key={tab} state={tab} />}
    </Page>
  );
}
