import { formsApi, type Draft } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

export type SaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict';

export interface DraftEditor {
  definition: FormDefinition;
  /** Version of the draft on the server, as of the last save. */
  version: number;
  problems: Problem[];
  state: SaveState;
  failure: string | undefined;
  edit(change: (definition: FormDefinition) => FormDefinition): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Saves what is not saved; true when the server has everything. */
  save(): Promise<boolean>;
}

const quietMs = 800;
const mostSteps = 200;

/** The draft under edit: every change can be undone, and is saved by itself when the hand rests. */
export function useDraft(draft: Draft): DraftEditor {
  const [history, setHistory] = useState({ past: [] as FormDefinition[], present: draft.definition, future: [] as FormDefinition[] });
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState<string>();
  const [problems, setProblems] = useState<Problem[]>(draft.problems);
  const [version, setVersion] = useState(draft.version);
  const latest = useRef({ definition: draft.definition, saved: draft.definition, version: draft.version });
  latest.current.definition = history.present;
  const saving = useRef<Promise<boolean>>(undefined);

  const move = useCallback((step: (before: typeof history) => typeof history) => {
    setHistory(step);
    setState((now) => (now === 'conflict' ? now : 'changed'));
  }, []);

  const edit = useCallback((change: (definition: FormDefinition) => FormDefinition) => move((before) => {
    const present = change(before.present);
    return present === before.present ? before : { past: [...before.past.slice(-mostSteps), before.present], present, future: [] };
  }), [move]);
  const undo = useCallback(() => move(({ past, present, future }) => ({ past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] })), [move]);
  const redo = useCallback(() => move(({ past, present, future }) => ({ past: [...past, present], present: future[0]!, future: future.slice(1) })), [move]);

  const save = useCallback(async (): Promise<boolean> => {
    await saving.current;
    const { definition, saved } = latest.current;
    if (definition === saved) return true;
    const run = (async () => {
      setState('saving');
      try {
        const next = await call(formsApi.saveDraft, { params: { formId: draft.formId }, body: { expectedVersion: latest.current.version, definition } });
        latest.current.saved = definition;
        latest.current.version = next.version;
        setVersion(next.version);
        setProblems(next.problems);
        setFailure(undefined);
        setState(latest.current.definition === definition ? 'saved' : 'changed');
        return true;
      } catch (error) {
        setFailure(errorText(error));
        setState(isApiError(error) && error.status === 409 ? 'conflict' : 'failed');
        return false;
      }
    })();
    saving.current = run;
    return run;
  }, [draft.formId]);

  useEffect(() => {
    if (state !== 'changed') return;
    const timer = setTimeout(() => void save(), quietMs);
    return () => clearTimeout(timer);
  }, [state, history.present, save]);

  return {
    definition: history.present, version, problems, state, failure, edit, save,
    undo: history.past.length > 0 ? undo : undefined,
    redo: history.future.length > 0 ? redo : undefined,
  };
}
