import { hostingApi, type HostedAccount } from '@formwork/contract/identity/hosting.ts';
import { identityApi, type Me } from '@formwork/contract/identity/api.ts';
import { useQuery } from '@tanstack/react-query';
import { call, spacePath } from '../http/call.ts';
import { q, refresh } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useLive } from '../live/use-live.ts';
import { useCan } from '../session/session.ts';

/** The accounts that are entrusted to the person, and the way into them and back; a page is always one person's, so each way is a new one. */
export function useHostedAccounts({ deputy }: Pick<Me, 'deputy'>): {
  accounts: HostedAccount[];
  enter: (personId: string) => void;
  leave: () => void;
  pending: boolean;
} {
  const may = useCan()('identity.hosting.own.edit') && !deputy;
  const accounts = useQuery({ ...q(hostingApi.toMe), enabled: may, staleTime: 5 * 60_000 }).data ?? [];
  const onDone = () => location.assign(`${spacePath()}/`);
  const enter = useCommand(hostingApi.enter, { onDone });
  const leave = useCommand(hostingApi.leave, { onDone });
  return {
    accounts: may ? accounts : [],
    enter: (personId) => void enter.run({ params: { personId } }),
    leave: () => void leave.run(),
    pending: enter.pending || leave.pending,
  };
}

/** Who loses or gets an account sees it at once: what is shown is read again, and a trustee who is out is told so by the first call. */
export function useHostingLive(): void {
  useLive('identity.hosting', () => {
    void refresh(hostingApi.own, hostingApi.toMe);
    void call(identityApi.me).catch(() => undefined);
  });
}
