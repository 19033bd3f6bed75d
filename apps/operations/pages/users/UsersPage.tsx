import { userStates } from '@formwork/contract/operations/users.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { UsersList } from './UsersList.tsx';

/** Everybody who has an account, in whichever space. */
export default function UsersPage() {
  const t = useT();
  const setQuery = useSetQuery();
  const [search = ''] = useQueryText('search');
  const [state] = useQueryText('state');
  const [user] = useQueryText('user');
  return (
    <Page fill flush title={t('operations.users.title')}>
      <UsersList
        of={{ search, state: userStates.find((one) => one === state), user }}
        onChange={(change) => setQuery({ ...change, ...(change.search === '' && { search: undefined }) })}
      />
    </Page>
  );
}
