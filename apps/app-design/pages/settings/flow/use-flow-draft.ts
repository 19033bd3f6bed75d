import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import type { Problem, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SaveState } from '../form/use-draft.ts';

export interface FlowDraft {
  state: SaveState;
  failure: string | undefined;
  version: number;
  problems: Problem[];
  save(): Promise<boolean>;
}

const quietMs = 800;

/** Saves the graph by itself when the hand rests, and asks what is wrong with it. */
export function useFlowDraft(draft: Definition, graph: ProcessGraph): FlowDraft {
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState<string>();
  const [problems, setProblems] = useState<Problem[]>([]);
  const [version, setVersion] = useState(draft.version);
  const latest = useRef({ graph, saved: draft.graph, version: draft.version });
  latest.current.graph = graph;
  const saving = useRef<Promise<boolean>>(undefined);
  const { formId } = draft;

  const save = useCallback(async (): Promise<boolean> => {
    await saving.current;
    const { graph: sent, saved } = latest.current;
    // A process nobody has drawn yet has no version: releasing it needs one.
    if (sent === saved && latest.current.version > 0) return true;
    const run = (async () => {
      setState('saving');
      try {
        const next = await call(workflowApi.saveDefinition, { params: { formId }, body: { graph: sent, expectedVersion: latest.current.version } });
        latest.current.saved = sent;
        latest.current.version = next.version;
        setVersion(next.version);
        setFailure(undefined);
        setState(latest.current.graph === sent ? 'saved' : 'changed');
        return true;
      } catch (error) {
        setFailure(errorText(error));
        setState(isApiError(error) && error.status === 409 ? 'conflict' : 'failed');
        return false;
      }
    })();
    saving.current = run;
    return run;
  }, [formId]);

  useEffect(() => {
    if (graph !== latest.current.saved) setState((now) => (now === 'conflict' ? now : 'changed'));
    const timer = setTimeout(() => {
      if (graph !== latest.current.saved) void save();
      call(workflowApi.problems, { params: { formId }, body: { graph } }).then((found) => { if (latest.current.graph === graph) setProblems(found); }, (error: unknown) => setFailure(errorText(error)));
    }, quietMs);
    return () => clearTimeout(timer);
  }, [graph, formId, save]);

  return { state, failure, version, problems, save };
}
