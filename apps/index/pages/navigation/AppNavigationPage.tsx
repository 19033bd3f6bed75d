import { pathTo } from '@formwork/contract/routes.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { NavigationFrame } from './NavigationFrame.tsx';

/** The tabs at the bottom of a phone and the menu behind its button; an entry's settings are a page of their own. */
export default function AppNavigationPage() {
  const t = useT();
  const router = useRouter();
  return (
    <NavigationFrame
      terminal="phone"
      title={t('navigation.phone.title')}
      hint={t('navigation.phone.hint')}
      onAdd={(kind, { parentId, tab }) =>
        void router.go(pathTo('appNavigationEntry', { id: 'new' }, { kind, in: parentId, tab: tab ? '1' : undefined }))
      }
      onEdit={({ id }) => void router.go(pathTo('appNavigationEntry', { id }))}
    />
  );
}
