import { MessageOutlined } from '@ant-design/icons';
import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';

const TalkDrawer = lazy(() => import('./TalkDrawer.tsx'));

/** Opens the comments; a message that mentions somebody leads to them by the address. */
export function TalkButton({ kind, thing, name }: { kind: AnalysisKind; thing: string; name: string }) {
  const t = useT();
  const [open, setOpen] = useQueryText('talk');
  return (
    <>
      <Button
        icon={<MessageOutlined />}
        aria-label={t('analytics.talk')}
        title={t('analytics.talk')}
        onClick={() => setOpen('1')}
      />
      {open !== undefined && (
        <Suspense>
          <TalkDrawer kind={kind} thing={thing} name={name} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
