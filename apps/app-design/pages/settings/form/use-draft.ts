import { formsApi, type Draft } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { useUndoable } from '@formwork/ui/designer/use-undoable.ts';
import { call } from '@formwork/web/http/call.ts';
import { useState } from 'react';
import { blankTitles } from './blank-titles.ts';
import { useAutosave, type Autosave } from '../use-autosave.ts';

export interface DraftEditor extends Autosave {
  definition: FormDefinition;
  problems: Problem[];
  edit(change: (definition: FormDefinition) => FormDefinition): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** The draft under edit: every change can be undone, and is saved by itself when the hand rests. */
export function useDraft(draft: Draft): DraftEditor {
  const { value: definition, set: edit, undo, redo, canUndo, canRedo } = useUndoable(draft.definition);
  const [problems, setProblems] = useState<Problem[]>(draft.problems);
  const autosave = useAutosave(
    definition,
    { value: draft.definition, version: draft.version },
    async (value, expectedVersion) => {
      const next = await call(formsApi.saveDraft, {
        params: { formId: draft.formId },
        body: { expectedVersion, definition: value },
      });
      setProblems(next.problems);
      return next;
    },
  );
  return {
    ...autosave,
    definition,
    problems: [...blankTitles(definition), ...problems],
    edit,
    undo: canUndo ? undo : undefined,
    redo: canRedo ? redo : undefined,
  };
}
