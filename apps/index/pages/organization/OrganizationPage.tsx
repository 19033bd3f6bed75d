import { ApartmentOutlined, SafetyOutlined, ExportOutlined, ImportOutlined, UserAddOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Administering, useAdministering, useMayAdminister } from '@formwork/web/session/administering.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { DelegatesDrawer } from '../delegates/DelegatesDrawer.tsx';
import { PeopleImportDialog } from './PeopleImportDialog.tsx';
import './organization.css';
import { OrganizationSide } from './OrganizationSide.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PersonDialog } from './PersonDialog.tsx';

/** Departments at the side, the people of the chosen one beside them; for those who look after some departments these alone. */
export default function OrganizationPage() {
  return (
    <Administering part="people">
      <Organization />
    </Administering>
  );
}

function Organization() {
  const t = useT();
  const phone = usePhone();
  const mayEdit = useMayAdminister('people');
  const elements = useElements('organization');
  const asked = useAdministering();
  const [delegating, setDelegating] = useQueryText('delegates');
  const [chosen, choose] = useQueryText('department');
  const [begun, setBegun] = useQueryText('import');
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const departmentId = chosen === 'none' || chosen === 'suppliers' ? undefined : chosen;
  const department = useQuery({
    ...q(organizationApi.getDepartment, { params: { departmentId: departmentId ?? '' }, query: asked }),
    enabled: departmentId !== undefined,
  });
  const title =
    { none: t('organization.people.without'), suppliers: t('organization.people.suppliers') }[chosen ?? ''] ??
    department.data?.name ??
    t('organization.people.everyone');
  const side = (
    <OrganizationSide
      chosen={chosen}
      mayEdit={mayEdit}
      onDelegate={setDelegating}
      onChoose={(id) => {
        choose(id);
        setChoosing(false);
      }}
    />
  );
  const people = <PeopleList key={chosen ?? ''} within={chosen} />;
  return (
    <Page
      fill
      flush
      title={t('organization.people.title')}
      actions={
        mayEdit && (
          <Arranged of={elements} group="tools">
            <MenuButton
              key="sheets"
              className="fw-icon-button"
              align="end"
              label={t('organization.people.sheets')}
              items={[
                {
                  id: 'import',
                  title: t('organization.people.import'),
                  icon: <ImportOutlined />,
                  onSelect: () => setImporting(true),
                },
                {
                  id: 'export',
                  title: t('organization.people.export'),
                  icon: <ExportOutlined />,
                  onSelect: () => location.assign(documentAddress(organizationApi.exportPeople)),
                },
                ...(departmentId === undefined
                  ? []
                  : [
                      {
                        id: 'here',
                        title: t('organization.people.export_here'),
                        icon: <ExportOutlined />,
                        onSelect: () =>
                          location.assign(
                            documentAddress(organizationApi.exportPeople, { query: { department: departmentId } }),
                          ),
                      },
                    ]),
              ]}
            />
            <Button key="delegates" icon={<SafetyOutlined />} onClick={() => setDelegating('all')}>
              {elements.title('tools', 'delegates', t('organization.delegates.title'))}
            </Button>
            <Button type="primary" icon={<UserAddOutlined />} onClick={() => setAdding(true)}>
              {t('organization.people.create')}
            </Button>
          </Arranged>
        )
      }
    >
      {phone ? (
        <div className="organization-phone">
          <Button className="organization-choose" icon={<ApartmentOutlined />} onClick={() => setChoosing(true)}>
            {title}
          </Button>
          {people}
          <Drawer
            open={choosing}
            title={t('organization.people.choose_department')}
            placement="left"
            size="88%"
            onClose={() => setChoosing(false)}
            classNames={{ body: 'organization-drawer' }}
          >
            {side}
          </Drawer>
        </div>
      ) : (
        <SplitView remember="organization" width={280} min={220} max={480} side={side}>
          {people}
        </SplitView>
      )}
      {(importing || begun !== undefined) && (
        <PeopleImportDialog
          importId={begun}
          onClose={() => {
            setImporting(false);
            setBegun(undefined);
          }}
        />
      )}
      {delegating !== undefined && mayEdit && (
        <DelegatesDrawer
          care={{ kind: 'department', id: delegating === 'all' ? undefined : delegating }}
          onClose={() => setDelegating(undefined)}
        />
      )}
      {adding && (
        <PersonDialog
          departmentId={department.data?.virtual === false ? departmentId : undefined}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
