import { Page } from '@formwork/ui/frame/page.tsx';
import { SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { Suspense } from 'react';
import './personal-centre.css';
import { centreTabs } from './tabs.ts';

/** Everything a person settles for themselves. */
export default function PersonalCentrePage() {
  const t = useT();
  const [asked, setTab] = useQueryText('tab');
  const { deputy } = useMe();
  const elements = useElements('personalCentre');
  const tabs = elements.arranged(
    'tabs',
    centreTabs.filter(({ inPerson }) => !(deputy && inPerson)),
  );
  const { id, Tab } = tabs.find((tab) => tab.id === asked) ?? tabs[0]!;
  return (
    <Page
      title={t('personal.title')}
      width="form"
      tab={id}
      onTab={(next) => setTab(next === tabs[0]!.id ? undefined : next)}
      tabs={tabs.map((tab) => ({ id: tab.id, title: elements.title('tabs', tab.id, t(`personal.tab.${tab.id}`)) }))}
    >
      <Suspense fallback={<SkeletonForm />}>
        <Tab />
      </Suspense>
    </Page>
  );
}
