import { EditOutlined, PlusOutlined, TeamOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import {
  customerFilters,
  customersApi,
  editions,
  type Customer,
  type Edition,
} from '@formwork/contract/operations/customers.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { usePages } from '@formwork/web/http/use-pages.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { App, Button, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import '../operations.css';
import { AccountsDrawer } from './AccountsDrawer.tsx';
import { CustomerDialog } from './CustomerDialog.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';
import { useCustomerColumns } from './use-customer-columns.tsx';

/** The enterprises of the house: what each may and uses, until when; shut and opened again. */
export default function CustomersPage() {
  const t = useT();
  const { modal } = App.useApp();
  const can = useCan();
  const mayEdit = can('operations.customer.edit');
  const [search = '', setSearch] = useQueryText('search');
  const [givenState, setState] = useQueryText('state');
  const [givenEdition, setEdition] = useQueryText('edition');
  const setQuery = useSetQuery();
  const state = customerFilters.find((one) => one === givenState);
  const edition = editions.find((one) => one === givenEdition);
  const [dialog, setDialog] = useState<Customer | 'new'>();
  const [accountsOf, setAccountsOf] = useState<Customer>();
  const [suspending, setSuspending] = useState<Customer>();
  const { list, total } = usePages(customersApi.list, { search: useDeferredValue(search.trim()), state, edition });
  const resume = useCommand(customersApi.resume, { refresh: [customersApi.list] });
  const isFiltered = search !== '' || state !== undefined || edition !== undefined;

  const actionsOf = (customer: Customer): MenuAction[] => [
    ...(customer.can.edit
      ? [
          {
            id: 'edit',
            title: t('operations.customers.edit'),
            icon: <EditOutlined />,
            onSelect: () => setDialog(customer),
          },
        ]
      : []),
    ...(can('operations.user.read')
      ? [
          {
            id: 'accounts',
            title: t('operations.customers.accounts'),
            icon: <TeamOutlined />,
            onSelect: () => setAccountsOf(customer),
          },
        ]
      : []),
    ...(customer.can.suspend && customer.state !== 'suspended'
      ? [
          {
            id: 'suspend',
            title: t('operations.customers.suspend'),
            icon: <StopOutlined />,
            danger: true,
            onSelect: () => setSuspending(customer),
          },
        ]
      : []),
    ...(customer.can.suspend && customer.state === 'suspended'
      ? [
          {
            id: 'resume',
            title: t('operations.customers.resume'),
            icon: <UndoOutlined />,
            onSelect: () =>
              void modal.confirm({
                title: t('operations.customers.resume_title', { name: customer.name }),
                content: t('operations.customers.resume_hint'),
                okText: t('operations.customers.resume'),
                onOk: () => resume.run({ params: { customerId: customer.id } }),
              }),
          },
        ]
      : []),
  ];

  return (
    <Page
      fill
      flush
      title={t('operations.customers.title')}
      actions={
        mayEdit && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('new')}>
            {t('operations.customers.create')}
          </Button>
        )
      }
    >
      <div className="operations-list">
        <div className="operations-tools">
          <SearchInput
            label={t('operations.customers.search')}
            className="operations-search"
            value={search}
            onChange={(event) => setSearch(event.target.value || undefined)}
          />
          <Select
            className="operations-choice"
            allowClear
            aria-label={t('operations.customers.state')}
            placeholder={t('operations.customers.state')}
            {...(state && { value: state })}
            onChange={(next: string | undefined) => setState(next)}
            options={customerFilters.map((value) => ({ value, label: t(`operations.customers.state_${value}`) }))}
          />
          <Select
            className="operations-choice"
            allowClear
            aria-label={t('operations.customers.edition')}
            placeholder={t('operations.customers.edition')}
            {...(edition && { value: edition })}
            onChange={(next: Edition | undefined) => setEdition(next)}
            options={editions.map((value) => ({ value, label: t(`operations.customers.edition_${value}`) }))}
          />
          {total !== undefined && (
            <span className="operations-total" role="status">
              {t('operations.customers.total', { count: total })}
            </span>
          )}
        </div>
        <DataList<Customer>
          label={t('operations.customers.title')}
          {...list}
          columns={useCustomerColumns()}
          rowKey={({ id }) => id}
          {...(mayEdit && { onOpen: setDialog })}
          rowActions={actionsOf}
          rowTone={(customer) => (customer.state === 'active' ? undefined : 'warning')}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('operations.customers.none_found')}
                hint={t('operations.customers.none_found_hint')}
                action={
                  <Button onClick={() => setQuery({ search: undefined, state: undefined, edition: undefined })}>
                    {t('operations.customers.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('operations.customers.none')} hint={t('operations.customers.none_hint')} />
            )
          }
        />
      </div>
      {dialog && (
        <CustomerDialog {...(dialog !== 'new' && { customer: dialog })} onClose={() => setDialog(undefined)} />
      )}
      {accountsOf && <AccountsDrawer customer={accountsOf} onClose={() => setAccountsOf(undefined)} />}
      {suspending && <SuspendDialog customer={suspending} onClose={() => setSuspending(undefined)} />}
    </Page>
  );
}
