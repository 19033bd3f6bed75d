import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import './base-data.css';
import { Dictionaries } from './Dictionaries.tsx';
import { Holidays } from './Holidays.tsx';
import { Regions } from './Regions.tsx';
import { Units } from './Units.tsx';

const parts = { dictionaries: Dictionaries, regions: Regions, units: Units, holidays: Holidays } as const;
const tabIds = Object.keys(parts) as (keyof typeof parts)[];

/** What forms and due times of the whole enterprise stand on. */
export default function BaseDataPage() {
  const t = useT();
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('baseData');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`basedata.tab.${id}`));
  const Part = parts[tab];
  return (
    <Page fill flush title={t('basedata.title')} tab={tab} onTab={setTab} tabs={tabs}>
      <Part />
    </Page>
  );
}
