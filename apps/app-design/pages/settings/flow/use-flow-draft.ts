import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import type { Problem, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useEffect, useState } from 'react';
import { quietMs, useAutosave, type Autosave } from '../use-autosave.ts';

export interface FlowDraft extends Autosave {
  problems: Problem[];
}

/** Saves the graph by itself when the hand rests, and asks what is wrong with it. */
export function useFlowDraft(draft: Definition, graph: ProcessGraph): FlowDraft {
  const { formId } = draft;
  const [problems, setProblems] = useState<Problem[]>([]);
  const [unchecked, setUnchecked] = useState<string>();
  const autosave = useAutosave(graph, { value: draft.graph, version: draft.version }, (value, expectedVersion) =>
    call(workflowApi.saveDefinition, { params: { formId }, body: { graph: value, expectedVersion } }),
  );

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      call(workflowApi.problems, { params: { formId }, body: { graph } }).then(
        (found) => {
          if (current) {
            setProblems(found);
            setUnchecked(undefined);
          }
        },
        (error: unknown) => {
          if (current) setUnchecked(errorText(error));
        },
      );
    }, quietMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [graph, formId]);

  return { ...autosave, failure: autosave.failure ?? unchecked, problems };
}
