import { navigationApi, type Terminal } from '@formwork/contract/console/navigation.ts';
import { SideNavigation } from '@formwork/ui/frame/navigation.tsx';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { navEntriesOf, navItemOf } from '@formwork/web/shell/menus.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The menu as a person sees it: what they may not open is not there. */
export function MenuPreview({ terminal }: { terminal: Terminal }) {
  const t = useT();
  const locale = useLocale();
  const me = useMe();
  const [person, setPerson] = useState([me.id]);
  const menu = useQuery({
    ...q(navigationApi.previewMenu, { params: { terminal }, query: { person: person[0] ?? me.id } }),
    placeholderData: keepPreviousData,
  });
  const entries = navEntriesOf(menu.data?.entries ?? [], locale, { open: true });
  return (
    <aside className="menu-preview" aria-label={t('navigation.preview')}>
      <h2>{t('navigation.preview')}</h2>
      <PersonPicker
        value={person}
        onChange={(ids) => setPerson(ids.length > 0 ? ids : [me.id])}
        aria-label={t('navigation.preview_as')}
      />
      {menu.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : menu.isError ? (
        <ErrorState small hint={errorText(menu.error, t)} onRetry={() => void menu.refetch()} />
      ) : (
        // what is shown leads nowhere: it is a picture of the menu
        <div className="menu-preview-frame" data-terminal={terminal} inert>
          {entries.length > 0 ? (
            <SideNavigation entries={entries} current={undefined} folded={false} />
          ) : (
            <p className="navigation-quiet">{t('navigation.preview_empty')}</p>
          )}
          {terminal === 'phone' && (
            <div className="fw-tabs">
              {(menu.data?.tabs ?? [])
                .map((tab) => navItemOf(tab, locale))
                .map(({ id, title, icon }) => (
                  <span key={id} className="fw-tab">
                    {icon}
                    <span>{title}</span>
                  </span>
                ))}
            </div>
          )}
        </div>
      )}
    </aside>
  );
}
