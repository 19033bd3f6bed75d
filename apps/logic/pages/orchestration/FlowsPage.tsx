import { pathTo } from '@formwork/contract/routes.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { flows } from '../../flows.ts';

export default function FlowsPage() {
  const t = useT();
  const router = useRouter();
  const elements = useElements('orchestration');
  return (
    <ResourcePage
      of={flows}
      shows={(part) => elements.shows('tools', part)}
      actions={
        elements.shows('tools', 'runs') && (
          <Button onClick={() => void router.go(pathTo('orchestrationRuns', {}))}>
            {elements.title('tools', 'runs', t('flows.runs'))}
          </Button>
        )
      }
    />
  );
}
