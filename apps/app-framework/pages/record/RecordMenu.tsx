import { MoreOutlined, SafetyOutlined, ShareAltOutlined, SwapOutlined } from '@ant-design/icons';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { MenuButton, type MenuAction } from '@formwork/ui/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { lazy, Suspense, useState } from 'react';

const AccessDrawer = lazy(() => import('./AccessDrawer.tsx'));
const ShareDialog = lazy(() => import('./ShareDialog.tsx'));
const TransferDialog = lazy(() => import('./TransferDialog.tsx'));

/** What may be done with the record beside editing it. */
export function RecordMenu({ formId, record }: { formId: string; record: FormRecord }) {
  const t = useT();
  const [open, setOpen] = useState<'share' | 'transfer' | 'access'>();
  const mayExplain = useCan()('forms.design.read');
  const items: MenuAction[] = [
    ...(record.can.share ? [{ id: 'share', title: t('records.share.action'), icon: <ShareAltOutlined />, onSelect: () => setOpen('share') }] : []),
    ...(record.can.transfer ? [{ id: 'transfer', title: t('records.transfer.action'), icon: <SwapOutlined />, onSelect: () => setOpen('transfer') }] : []),
    ...(mayExplain ? [{ id: 'access', title: t('records.access.title'), icon: <SafetyOutlined />, onSelect: () => setOpen('access') }] : []),
  ];
  if (items.length === 0) return null;
  const shared = { formId, records: [record.id], onClose: () => setOpen(undefined) };
  return (
    <>
      <MenuButton label={t('ui.action.more')} items={items} align="end"><MoreOutlined /></MenuButton>
      <Suspense>
        {open === 'share' && <ShareDialog {...shared} />}
        {open === 'access' && <AccessDrawer formId={formId} recordId={record.id} onClose={() => setOpen(undefined)} />}
        {open === 'transfer' && <TransferDialog {...shared} />}
      </Suspense>
    </>
  );
}
