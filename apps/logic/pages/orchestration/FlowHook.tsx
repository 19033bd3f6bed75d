import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { HookAddress } from '../parts/HookAddress.tsx';

/** Where calls from outside begin a flow, by one of its starts. */
export function FlowHook({ flowId, startId }: { flowId: string; startId: string }) {
  const t = useT();
  const { data } = useQuery(q(orchestrationApi.hookOf, { params: { flowId, startId } }));
  return data && <HookAddress hook={data} hint={t('flows.hook_hint')} />;
}
