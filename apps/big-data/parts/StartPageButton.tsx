import { HomeOutlined } from '@ant-design/icons';
import { analyticsPagesApi } from '@formwork/contract/analytics/page-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { addressOfPage, useStartPage } from './use-start-page.tsx';

/** Above the list: what opens in its place, why, and the way back to the list. */
export function StartPageButton() {
  const t = useT();
  const locale = useLocale();
  const can = useCan();
  const { data } = useStartPage();
  const again = { refresh: [analyticsPagesApi.start] };
  const own = useCommand(analyticsPagesApi.setOwnStart, again);
  const everyone = useCommand(analyticsPagesApi.setStart, again);
  if (!data?.own && !data?.everyone) return null;
  const items: MenuEntry[] = [];
  if (data.own)
    items.push(
      { heading: t('analytics.start.of_own') },
      { id: 'own', title: textIn(data.own.name, locale), href: addressOfPage(data.own) },
      { id: 'own_list', title: t('analytics.start.own_list'), onSelect: () => void own.run({ body: { page: null } }) },
    );
  if (data.own && data.everyone) items.push('line');
  if (data.everyone) {
    items.push(
      { heading: t('analytics.start.of_everyone') },
      { id: 'everyone', title: textIn(data.everyone.name, locale), href: addressOfPage(data.everyone) },
    );
    if (can('analytics.start.edit'))
      items.push({
        id: 'everyone_list',
        title: t('analytics.start.everyone_list'),
        onSelect: () => void everyone.run({ body: { page: null } }),
      });
  }
  return (
    <MenuButton label={t('analytics.start.title')} align="end" items={items}>
      <HomeOutlined />
    </MenuButton>
  );
}
