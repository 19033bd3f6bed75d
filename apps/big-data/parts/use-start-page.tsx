import { HomeOutlined, TeamOutlined } from '@ant-design/icons';
import { analyticsPagesApi, type AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';

/** Where a dashboard, screen or chart is looked at. */
export function addressOfPage({ kind, id }: { kind: AnalysisKind; id: string }): string {
  return pathTo(pageOf[kind], { id });
}
const pageOf = { chart: 'chartView', dashboard: 'dashboard', screen: 'screen' } as const;

export function useStartPage() {
  return useQuery(q(analyticsPagesApi.start));
}

/** What a menu offers of a released page: to open in the place of the list, for oneself and, by an administrator, for all who chose nothing. */
export function useStartItems(before?: () => void): (kind: AnalysisKind, id: string) => MenuAction[] {
  const t = useT();
  const can = useCan();
  const start = useStartPage();
  const again = { refresh: [analyticsPagesApi.start] };
  const own = useCommand(analyticsPagesApi.setOwnStart, again);
  const everyone = useCommand(analyticsPagesApi.setStart, again);
  const { data } = start;
  return (kind, id) => {
    if (!data) return [];
    const page = { kind, id };
    const isOwn = data.own?.id === id;
    const isEveryones = data.everyone?.id === id;
    return [
      {
        id: 'start_own',
        title: t('analytics.start.own'),
        icon: <HomeOutlined />,
        checked: isOwn,
        onSelect: () => {
          before?.();
          void own.run({ body: { page: isOwn ? null : page } });
        },
      },
      ...(can('analytics.start.edit')
        ? [
            {
              id: 'start_everyone',
              title: t('analytics.start.everyone'),
              icon: <TeamOutlined />,
              checked: isEveryones,
              onSelect: () => {
                before?.();
                void everyone.run({ body: { page: isEveryones ? null : page } });
              },
            },
          ]
        : []),
    ];
  };
}
