import { ApartmentOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { DepartmentTree } from '@formwork/web/departments/DepartmentTree.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useDeferredValue, useState } from 'react';
import { ContactList } from './ContactList.tsx';
import './contacts.css';

/** Everybody of the enterprise by department, name, pinyin and initial. */
export default function ContactsPage() {
  const t = useT();
  const phone = usePhone();
  const elements = useElements('contacts');
  const byDepartment = elements.shows('tools', 'departments');
  const [department, setDepartment] = useQueryText('department');
  const [search = '', setSearch] = useQueryText('search');
  const [choosing, setChoosing] = useState(false);
  const wanted = useDeferredValue(search.trim());
  const shown = useQuery({
    ...q(organizationApi.getDepartment, { params: { departmentId: department ?? '' } }),
    enabled: department !== undefined,
  }).data;
  const choose = (id: string | undefined) => {
    setDepartment(id);
    setChoosing(false);
  };
  const side = (
    <nav className="contacts-side" aria-label={t('contacts.departments')}>
      <button
        type="button"
        className="contacts-everyone"
        aria-current={department === undefined || undefined}
        onClick={() => choose(undefined)}
      >
        {t('contacts.everyone')}
      </button>
      <DepartmentTree chosen={department} onChoose={choose} />
    </nav>
  );
  const people = (
    <div className="contacts-people">
      <div className="contacts-tools">
        {phone && byDepartment && (
          <Button icon={<ApartmentOutlined />} onClick={() => setChoosing(true)}>
            {shown?.name ?? t('contacts.everyone')}
          </Button>
        )}
        {elements.shows('tools', 'search') && (
          <SearchInput
            label={elements.title('tools', 'search', t('contacts.search'))}
            className="contacts-search"
            value={search}
            onChange={(event) => setSearch(event.target.value || undefined)}
          />
        )}
        {!phone && shown && elements.shows('tools', 'way') && (
          <span className="contacts-way">{shown.way.map(({ name }) => name).join(' / ')}</span>
        )}
      </div>
      <ContactList key={`${department ?? ''} ${wanted}`} department={department} search={wanted} />
    </div>
  );
  return (
    <Page fill flush title={t('contacts.title')}>
      {phone || !byDepartment ? (
        people
      ) : (
        <SplitView remember="contacts" width={280} side={side}>
          {people}
        </SplitView>
      )}
      {phone && (
        <Drawer
          open={choosing}
          title={t('contacts.departments')}
          placement="left"
          size="88%"
          onClose={() => setChoosing(false)}
          classNames={{ body: 'contacts-drawer' }}
        >
          {side}
        </Drawer>
      )}
    </Page>
  );
}
