import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../http/call.ts';
import { keyOf, q } from '../http/query.ts';
import { useAdministering } from '../session/administering.tsx';
import { treePage } from './tree-lines.ts';
import { useTreePages } from './use-tree-pages.ts';

/** The departments of the space as a tree that reads what it shows; `reveal` opens the way to one of them. */
export function useDepartmentTree({ disabled, reveal }: { disabled: boolean; reveal: string | undefined }) {
  const asked = useAdministering();
  const { lines, toggle, onShown, open, ask, first } = useTreePages<Department>(({ parent, page }) => {
    const input = {
      query: { ...(parent === null ? {} : { parent }), disabled, offset: page * treePage, limit: treePage, ...asked },
    };
    return { queryKey: keyOf(organizationApi.listTree, input), queryFn: () => call(organizationApi.listTree, input) };
  });

  const way = useQuery({
    ...q(organizationApi.getDepartment, { params: { departmentId: reveal ?? '' }, query: { disabled, ...asked } }),
    enabled: reveal !== undefined,
  }).data?.way;
  useEffect(() => {
    if (!way) return;
    open(way.slice(0, -1).map(({ id }) => id));
    ask(way.map(({ index }, at) => ({ parent: way[at - 1]?.id ?? null, page: Math.floor(index / treePage) })));
  }, [way, open, ask]);

  // a single company at the top says little: its departments are what one looks for
  const only = lines.length === 1 ? lines[0]?.node?.id : undefined;
  useEffect(() => {
    if (only !== undefined) open([only]);
  }, [only, open]);
  return { lines, toggle, onShown, first };
}
