import { navigationApi, type EntryPlace, type NavEntry, type Target } from '@formwork/contract/console/navigation.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { EntryForm } from './EntryForm.tsx';
import { NavigationFrame } from './NavigationFrame.tsx';

type Open = { entry: NavEntry } | { kind: Target['kind']; place: EntryPlace };

/** The tabs at the bottom of a phone and the menu behind its button. */
export default function AppNavigationPage() {
  const t = useT();
  const [open, setOpen] = useState<Open>();
  const entry = open && 'entry' in open ? open.entry : undefined;
  const added = open && 'kind' in open ? open : undefined;
  const close = () => setOpen(undefined);
  return (
    <>
      <NavigationFrame terminal="phone" title={t('navigation.phone.title')} hint={t('navigation.phone.hint')} onAdd={(kind, place) => setOpen({ kind, place })} onEdit={(one) => setOpen({ entry: one })} />
      {open && (
        <Modal open title={added ? t(`navigation.add_${added.kind}`) : t('navigation.edit')} footer={null} onCancel={close} destroyOnHidden>
          <EntryForm terminal="phone" {...(entry && { entry })} {...added} onDone={close} onCancel={close} refresh={[navigationApi.listEntries]} />
        </Modal>
      )}
    </>
  );
}
