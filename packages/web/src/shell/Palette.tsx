import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { CommandPalette, type CommandItem } from '@formwork/ui/command-palette.tsx';
import type { Place } from '@formwork/ui/skins.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import { useRouter } from '../router/page-context.ts';
import { useCan } from '../session/session.ts';
import { navIcon } from './icons.tsx';
import { navOf } from './nav.ts';

/** Ctrl/Cmd-K: pages and applications by name. */
export default function Palette({ me, place, onClose }: { me: Me; place: Place; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const may = useCan();
  const [query, setQuery] = useState('');
  const apps = useQuery({ ...q(formsApi.listApps), enabled: may('forms.app.read') });

  const fits = (...titles: (string | undefined)[]) => titles.some((title) => title?.toLowerCase().includes(query.trim().toLowerCase()));
  const places: Place[] = place === 'operator' ? ['operator'] : ['app', 'enterprise'];
  const pages: CommandItem[] = places.flatMap((each) => navOf(each, me.role, pageConfig.platform))
    .filter(({ route }) => fits(route.title.zh, route.title.en))
    .map(({ route, path }) => ({ id: route.id, title: textIn(route.title, locale), icon: navIcon(route.nav!.icon), onSelect: () => void router.go(path) }));
  const found: CommandItem[] = (apps.data?.apps ?? []).flatMap((app) =>
    app.forms
      .filter((form) => form.can.view && form.release !== null && fits(form.title.zh, form.title.en, app.title.zh, app.title.en))
      .map((form) => ({ id: form.id, title: textIn(form.title, locale), note: textIn(app.title, locale), icon: navIcon('apps'), onSelect: () => void router.go(pathTo('appList', { appId: app.id }, { form: form.id })) })));
  return (
    <CommandPalette
      open
      onClose={onClose}
      query={query}
      onQuery={setQuery}
      loading={apps.isLoading}
      groups={[{ id: 'pages', title: t('shell.palette.pages'), items: pages }, { id: 'apps', title: t('shell.palette.apps'), items: found.slice(0, 50) }]}
    />
  );
}
