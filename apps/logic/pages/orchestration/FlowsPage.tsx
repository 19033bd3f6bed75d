import { pathTo } from '@formwork/contract/routes.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { flows } from '../../flows.ts';

export default function FlowsPage() {
  const t = useT();
  const router = useRouter();
  return (
    <ResourcePage
      of={flows}
      actions={<Button onClick={() => void router.go(pathTo('orchestrationRuns', {}))}>{t('flows.runs')}</Button>}
    />
  );
}
