import { rulesApi } from '@formwork/contract/rules/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { HookAddress } from './HookAddress.tsx';

/** Where calls from outside begin a rule, by the key of its start. */
export function RuleHook({ ruleId, hookKey }: { ruleId: string; hookKey: string }) {
  const t = useT();
  const asked = q(rulesApi.hook, { params: { ruleId, hookKey } });
  const { data } = useQuery({ ...asked, enabled: hookKey !== '' });
  return data && <HookAddress hook={data} hint={t('rules.hook_hint')} />;
}
