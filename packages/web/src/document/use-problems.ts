import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { DefinitionProblem } from '@formwork/contract/definitions/kind.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../http/query.ts';
import { loadErrorText } from '../i18n/i18n.ts';

/** What the server finds wrong with the draft, asked anew for each version that it has. */
export function useProblems(kind: string, id: string, version: number): readonly DefinitionProblem[] | undefined {
  const { data } = useQuery({
    ...q(definitionsApi.problems, { params: { kind, id } }),
    queryKey: ['problems', kind, id, version],
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const problems = data?.problems;
  useEffect(() => {
    for (const { code } of problems ?? []) void loadErrorText(code);
  }, [problems]);
  return problems;
}
