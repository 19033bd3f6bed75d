import { gatewayPortalApi, type PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { LiveTag, subscriptionTones } from './tags.tsx';

/** The APIs that are there for me. */
export function Directory() {
  const t = useT();
  const locale = useLocale();
  const [search = '', setSearch] = useQueryText('search');
  const portal = useQuery(q(gatewayPortalApi.apis));
  const own = useQuery(q(gatewayPortalApi.applications));
  if (!portal.data) return <Unread of={[portal]} skeleton={<SkeletonRows rows={6} />} />;
  const words = search.trim().toLowerCase().split(/\s+/);
  const fits = ({ name, about, live }: PortalApi) => {
    const text = [name.zh, name.en ?? '', about, ...live.map(({ path }) => path)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const { apis } = portal.data;
  const shown = apis.filter(fits);
  if (apis.length === 0)
    return <EmptyState title={t('gatewayportal.directory.none')} hint={t('gatewayportal.directory.none_hint')} />;
  return (
    <div className="portal-stack">
      <SearchInput
        label={t('gatewayportal.directory.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value || undefined)}
      />
      {shown.length === 0 && <EmptyState title={t('gatewayportal.directory.none_found')} />}
      <div className="portal-cards">
        {shown.map((api) => {
          const states = (own.data?.subscriptions ?? []).filter(
            (one) => one.api.id === api.id && one.state !== 'ended',
          );
          return (
            <Link key={api.id} className="portal-card" href={`${pathTo('esbPortal', {})}?api=${api.id}`}>
              <strong>{textIn(api.name, locale)}</strong>
              <span className="esb-line">
                {api.version !== '' && <StateTag>{api.version}</StateTag>}
                {api.live.map((live) => (
                  <LiveTag key={live.environment} live={live} />
                ))}
                {states.map(({ id, state }) => (
                  <StateTag key={id} tone={subscriptionTones[state]}>
                    {t(`gateway.subscription.state.${state}`)}
                  </StateTag>
                ))}
              </span>
              <span className="portal-about">{api.about}</span>
              <span className="esb-note">{t('gatewayportal.directory.operations', { count: api.operations })}</span>
            </Link>
          );
        })}
      </div>
    </div>
  );
}
