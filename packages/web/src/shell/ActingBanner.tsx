import { agentsApi } from '@formwork/contract/agents/api.ts';
import { useQuery } from '@tanstack/react-query';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';

/** Says for whom one acts on a page that an agent opened. */
export function ActingBanner({ person }: { person: string }) {
  const t = useT();
  const { data } = useQuery({ ...q(agentsApi.toMe), staleTime: 60_000 });
  const name = data?.find(({ principal }) => principal.id === person)?.principal.name;
  return name === undefined ? null : (
    <p className="fw-acting" role="status">
      {t('shell.acting', { name })}
    </p>
  );
}
