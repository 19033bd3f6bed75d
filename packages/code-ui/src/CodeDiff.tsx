import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { lazy, Suspense } from 'react';
import type { CodeLanguage } from './languages/language.ts';

export interface CodeDiffProps {
  label: string;
  before: string;
  after: string;
  language: CodeLanguage;
  /** One below the other, for narrow places. */
  inline?: boolean;
  height?: number | string;
}

const MergeView = lazy(() => import('./Merge.tsx'));

/** Two versions of a text, what differs between them marked; nothing is changed here. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={6} columns={2} height={24} />}>
      <MergeView {...props} />
    </Suspense>
  );
}
