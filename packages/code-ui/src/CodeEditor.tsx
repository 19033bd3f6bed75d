import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { lazy, Suspense, type Ref } from 'react';
import type { CodeHover, CodeProblem } from './code-problem.ts';
import type { CodeLanguage } from './languages/language.ts';

export interface CodeHandle {
  /** In place of what is selected. */
  insert(text: string): void;
  select(from: number, to: number): void;
  focus(): void;
}

export interface CodeEditorProps {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  language: CodeLanguage;
  /** What the caller has found, beside what the language finds by itself. */
  problems?: readonly CodeProblem[];
  hover?: (position: number) => CodeHover | undefined;
  readOnly?: boolean;
  /** Without line numbers and margins, as an input. */
  singleLine?: boolean;
  placeholder?: string;
  height?: number | string;
  handle?: Ref<CodeHandle>;
}

const CodeMirror = lazy(() => import('./CodeMirror.tsx'));

/** A text of a language: coloured, completed, its mistakes marked with ways to mend them. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={props.singleLine ? 1 : 6} columns={1} height={24} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
