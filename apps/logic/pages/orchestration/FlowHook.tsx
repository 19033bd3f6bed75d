import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';

/** Where calls from outside begin a flow, by one of its starts. */
export function FlowHook({ flowId, startId }: { flowId: string; startId: string }) {
  const t = useT();
  const { data } = useQuery(q(orchestrationApi.hookOf, { params: { flowId, startId } }));
  if (!data) return undefined;
  // without a public address it is that of this page
  const address = new URL(data.address, window.location.origin).href;
  return (
    <div>
      <Typography.Paragraph code copyable={{ text: address }}>
        POST {address}
      </Typography.Paragraph>
      <small className="flow-hint">{t('flows.hook_hint')}</small>
    </div>
  );
}
