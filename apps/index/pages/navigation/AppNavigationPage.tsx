import { pathTo } from '@formwork/contract/routes.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { ScanSwitch } from './ScanSwitch.tsx';
import { NavigationFrame } from './NavigationFrame.tsx';

/** The tabs at the bottom of a phone and the menu behind its button; an entry's settings are a page of their own. */
export default function AppNavigationPage() {
  const t = useT();
  const router = useRouter();
  const elements = useElements('appNavigation');
  return (
    <NavigationFrame
      terminal="phone"
      title={t('navigation.phone.title')}
      hint={t('navigation.phone.hint')}
      setting={elements.shows('tools', 'scan') && <ScanSwitch />}
      shows={(part) => (part === 'reset' ? elements.shows('tools', part) : elements.shows('parts', part))}
      onAdd={(kind, { parentId, tab }) =>
        void router.go(pathTo('appNavigationEntry', { id: 'new' }, { kind, in: parentId, tab: tab ? '1' : undefined }))
      }
      onEdit={({ id }) => void router.go(pathTo('appNavigationEntry', { id }))}
    />
  );
}
