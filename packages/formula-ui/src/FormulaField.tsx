import { lazy, Suspense } from 'react';
import type { FormulaEditorProps } from './FormulaEditor.tsx';
import './formula.css';

const FormulaEditor = lazy(() => import('./FormulaEditor.tsx'));

/** A formula with its editor, which comes when a page first shows one. */
export function FormulaField(props: FormulaEditorProps) {
  return (
    <Suspense
      fallback={
        <div className="formula">
          <div className="fx-head">
            <span>{props.label}</span>
          </div>
          <div className="fx-code" aria-busy />
        </div>
      }
    >
      <FormulaEditor {...props} />
    </Suspense>
  );
}
