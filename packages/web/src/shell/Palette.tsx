import { FileTextOutlined, SearchOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { CommandPalette, type CommandItem } from '@formwork/ui/frame/command-palette.tsx';
import type { Place } from '@formwork/ui/skin/skins.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { appAddress } from '../apps/address.ts';
import { FaceOf } from '../apps/face.tsx';
import { findApps } from '../apps/find-apps.ts';
import { callWith, quietlyGone } from '../http/call.ts';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import { useRouter } from '../router/page-context.ts';
import { useCan } from '../session/session.ts';
import { navIcon } from './icons.tsx';
import { usePageTitle } from './areas.tsx';
import { findPages } from './find-pages.ts';
import { placedPages } from './nav.ts';

const waitMs = 200;
const everywhereKey =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⇧⌘F' : 'Ctrl Shift F';

/** Ctrl/Cmd-K: records, pages and applications by name; what is not among them is searched for on a page of its own. */
export default function Palette({ me, place, onClose }: { me: Me; place: Place; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const may = useCan();
  const [query, setQuery] = useState('');
  const apps = useQuery({ ...q(formsApi.listApps), enabled: may('forms.app.read') });

  const search = query.trim();
  const asked = useWaiting(search);
  const searchable = asked.length >= 2 && !hasSpecialCharacters(asked) && may('records.record.read');
  const looked = { query: { search: asked, limit: 5 } };
  const records = useQuery({
    ...q(searchApi.records, looked),
    // what the index cannot look up yet is on its way to something longer
    queryFn: ({ signal }) => callWith(searchApi.records, looked, { ...quietlyGone, signal }),
    enabled: searchable,
  });
  const everywhere: CommandItem[] =
    place === 'operator' || search === ''
      ? []
      : [
          {
            id: 'search',
            title: t('shell.palette.everywhere', { search }),
            icon: <SearchOutlined />,
            note: everywhereKey,
            onSelect: () => void router.go(pathTo('search', {}, { search })),
          },
        ];
  const hits: CommandItem[] = (searchable ? (records.data?.rows ?? []) : []).map((row) => ({
    id: row.recordId,
    title: row.title || textIn(row.form, locale),
    note: `${textIn(row.app, locale)} / ${textIn(row.form, locale)}`,
    icon: <FileTextOutlined />,
    onSelect: () =>
      void router.go(pathTo('recordDetail', { app: row.appId, form: row.formId }, { record: row.recordId })),
  }));
  const titleOf = usePageTitle();
  const pages: CommandItem[] = findPages(placedPages(me.role, pageConfig.platform), query).map((page) => ({
    id: page.route.id,
    title: titleOf(page),
    note: t(`shell.area.${page.nav.area}`),
    icon: navIcon(page.nav.icon),
    onSelect: () => void router.go(page.path),
  }));
  const found: CommandItem[] = findApps(apps.data?.apps ?? [], query).flatMap((app) =>
    app.kind === 'files'
      ? [
          {
            id: app.id,
            title: textIn(app.title, locale),
            icon: <FaceOf app={app} size={20} />,
            onSelect: () => void router.go(appAddress(app)),
          },
        ]
      : app.forms.map((form) => ({
          id: form.id,
          title: textIn(form.title, locale),
          note: textIn(app.title, locale),
          icon: <FaceOf app={app} size={20} />,
          onSelect: () => void router.go(pathTo('appList', { appId: app.id }, { form: form.id })),
        })),
  );
  return (
    <CommandPalette
      open
      onClose={onClose}
      query={query}
      onQuery={setQuery}
      loading={apps.isLoading || records.isLoading}
      groups={[
        { id: 'records', title: t('shell.palette.records'), items: [...hits, ...everywhere] },
        { id: 'pages', title: t('shell.palette.pages'), items: pages },
        { id: 'apps', title: t('shell.palette.apps'), items: found.slice(0, 50) },
      ]}
    />
  );
}

/** The text when typing has paused. */
function useWaiting(text: string): string {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return asked;
}
