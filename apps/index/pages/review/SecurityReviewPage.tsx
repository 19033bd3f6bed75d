import { reviewApi } from '@formwork/contract/review/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { DelegatesTab } from '../delegates/DelegatesTab.tsx';
import { ChangeList } from './ChangeList.tsx';
import './review.css';

const tabIds = ['waiting', 'decided', 'delegates'] as const;

/** The security reviewer's page: changes of rights before they hold, and what became of earlier ones. */
export default function SecurityReviewPage() {
  const t = useT();
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('securityReview');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) =>
    t(id === 'delegates' ? 'organization.delegates.title' : `review.page.${id}`),
  );
  const separation = useQuery(q(reviewApi.getSeparation));
  return (
    <Page
      title={t('review.page.title')}
      fill
      flush
      tabs={tabs.map((one) => ({
        ...one,
        ...(one.id === 'waiting' && separation.data && { count: separation.data.waiting }),
      }))}
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
