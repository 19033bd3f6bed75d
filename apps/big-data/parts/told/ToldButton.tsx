import { BellOutlined } from '@ant-design/icons';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { subscribedKinds } from '@formwork/contract/analytics/told-api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const ToldDrawer = lazy(() => import('./ToldDrawer.tsx'));

interface Props {
  kind: (typeof subscribedKinds)[number];
  thing: string;
  name: string;
  /** Of a chart: its figures can be watched. */
  definition?: ChartDefinition;
  mayEdit: boolean;
}

/** Opens what one is told of it: by the clock, and when a figure goes beyond a bound. */
export function ToldButton(props: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<BellOutlined />}
        aria-label={t('analytics.told')}
        title={t('analytics.told')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ToldDrawer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
