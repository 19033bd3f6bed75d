import { rulesApi } from '@formwork/contract/rules/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';

/** Where calls from outside begin a rule, by the key of its start. */
export function RuleHook({ ruleId, hookKey }: { ruleId: string; hookKey: string }) {
  const t = useT();
  const asked = q(rulesApi.hook, { params: { ruleId, hookKey } });
  const { data } = useQuery({ ...asked, enabled: hookKey !== '' });
  if (!data) return undefined;
  // without a public address it is that of this page
  const address = new URL(data.address, window.location.origin).href;
  return (
    <div>
      <Typography.Paragraph code copyable={{ text: address }}>
        POST {address}
      </Typography.Paragraph>
      <small className="rule-quiet">{t('rules.hook_hint')}</small>
    </div>
  );
}
