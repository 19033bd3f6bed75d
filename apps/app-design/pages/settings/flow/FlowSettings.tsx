import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { Failed } from '@formwork/web/http/Failed.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

const FlowDesigner = lazy(() => import('./FlowDesigner.tsx'));

/** The process of a form. The drawing tools come only when this tab is opened. */
export function FlowSettings({
  formId,
  definition,
  readOnly,
  head,
}: {
  formId: string;
  definition: FormDefinition;
  readOnly: boolean;
  /** Where the page has its actions. */
  head: HTMLElement | null;
}) {
  const draft = useQuery({ ...q(workflowApi.definition, { params: { formId } }), staleTime: Infinity, gcTime: 0 });
  if (draft.isPending) return <SkeletonPage />;
  if (draft.isError) return <Failed query={draft} />;
  return (
    <Suspense fallback={<SkeletonPage />}>
      <FlowDesigner
        key={formId}
        draft={draft.data satisfies Definition}
        form={definition}
        readOnly={readOnly}
        head={head}
      />
    </Suspense>
  );
}
