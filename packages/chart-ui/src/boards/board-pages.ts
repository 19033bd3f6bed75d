import type { Dashboard, DashboardPanel } from '@formwork/contract/analytics/definition.ts';

/** The page that is shown, and what stands on it: what names no page stands on the first. */
export function panelsOn(
  board: Dashboard,
  wanted: string | undefined,
): [page: string | undefined, panels: DashboardPanel[]] {
  const first = board.pages[0]?.id;
  const page = board.pages.some(({ id }) => id === wanted) ? wanted : first;
  return [page, board.panels.filter((panel) => (panel.page ?? first) === page)];
}
