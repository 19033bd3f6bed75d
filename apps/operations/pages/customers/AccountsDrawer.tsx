import type { Customer } from '@formwork/contract/operations/customers.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { UsersList, type UsersLookedFor } from '../users/UsersList.tsx';

/** The accounts at home in one customer: how a service provider, who has no page of all accounts, finds theirs. */
export function AccountsDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useT();
  const [of, setOf] = useState<UsersLookedFor>({ search: '', state: undefined, user: undefined });
  return (
    <Drawer
      open
      size="large"
      title={t('operations.customers.accounts_of', { name: customer.name })}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
      onClose={onClose}
    >
      <UsersList of={of} onChange={(change) => setOf((now) => ({ ...now, ...change }))} space={customer.id} />
    </Drawer>
  );
}
