import { pathTo } from '@formwork/contract/routes.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { AppMenusChoice } from './AppMenusChoice.tsx';
import { NavigationFrame } from './NavigationFrame.tsx';

/** The menu at the side of the web pages; an entry's settings are a page of their own. */
export default function WebNavigationPage() {
  const t = useT();
  const router = useRouter();
  const elements = useElements('webNavigation');
  return (
    <NavigationFrame
      terminal="web"
      title={t('navigation.web.title')}
      hint={t('navigation.web.hint')}
      setting={elements.shows('tools', 'appMenus') && <AppMenusChoice />}
      shows={(part) => (part === 'reset' ? elements.shows('tools', part) : elements.shows('parts', part))}
      onAdd={(kind, place) => void router.go(pathTo('webNavigationEntry', { id: 'new' }, { kind, in: place.parentId }))}
      onEdit={({ id }) => void router.go(pathTo('webNavigationEntry', { id }))}
    />
  );
}
