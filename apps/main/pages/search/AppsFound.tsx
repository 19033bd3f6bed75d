import { formsApi } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { appAddress } from '@formwork/web/apps/address.ts';
import { findApps } from '@formwork/web/apps/find-apps.ts';
import { keepActing } from '@formwork/web/http/acting-for.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { useQuery } from '@tanstack/react-query';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';

const first = 5;

export function AppsFound({ search, onAll }: FoundProps) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  const found = findApps(apps.data?.apps ?? [], search);
  return (
    <FoundSection
      title={t('search.kind.apps')}
      count={apps.data && t('search.count', { count: found.length })}
      pages={apps}
      empty={found.length === 0}
      onAll={onAll}
      hasMore={onAll !== undefined && found.length > first}
    >
      {(onAll ? found.slice(0, first) : found).map((app) => (
        <li key={app.id} className="search-hit">
          {navIcon(app.icon ?? 'apps')}
          <span className="search-hit-text">
            <Link className="search-hit-title" href={appAddress(app)}>
              <Marked text={textIn(app.title, locale)} search={search} />
            </Link>
            {app.forms.length > 0 && (
              <span className="search-hit-note search-hit-forms">
                {app.forms.map((form) => (
                  <Link key={form.id} href={keepActing(pathTo('appList', { appId: app.id }, { form: form.id }))}>
                    <Marked text={textIn(form.title, locale)} search={search} />
                  </Link>
                ))}
              </span>
            )}
          </span>
        </li>
      ))}
    </FoundSection>
  );
}
