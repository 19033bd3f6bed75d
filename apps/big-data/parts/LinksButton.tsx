import { LinkOutlined } from '@ant-design/icons';
import type { SharedKind } from '@formwork/contract/visitors/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const VisitorLinksDrawer = lazy(() => import('@formwork/web/visitor-links/VisitorLinksDrawer.tsx'));

/** Opens the links for visitors; for those who may change the thing. */
export function LinksButton({ kind, thing, name }: { kind: Exclude<SharedKind, 'view'>; thing: string; name: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<LinkOutlined />}
        aria-label={t('records.link.visitors')}
        title={t('records.link.visitors')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <VisitorLinksDrawer kind={kind} thing={thing} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
