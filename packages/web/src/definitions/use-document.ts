import {
  definitionsApi,
  type Definition,
  type DefinitionDraft,
  type Presence,
} from '@formwork/contract/definitions/api.ts';
import type { DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isApiError } from '../http/api-error.ts';
import { call, newCommandId } from '../http/call.ts';
import { q } from '../http/query.ts';
import { useCommand, type Command } from '../http/use-command.ts';
import { useLive } from '../live/use-live.ts';
import {
  openSession,
  type DocumentCalls,
  type DocumentMessage,
  type DocumentSession,
  type DocumentState,
} from './document-session.ts';
import { usePresence } from './use-presence.ts';

export interface OpenDocument<Body>
  extends
    DocumentState<Body>,
    Pick<DocumentSession<Body>, 'edit' | 'undo' | 'redo' | 'takeBack' | 'dismiss' | 'flush' | 'unsent'> {
  readOnly: boolean;
  /** Who else has it open, and what they look at. */
  here: Presence[];
  /** Tells the others what one looks at: the place of the selected element. */
  lookAt(at: string[]): void;
  /** Saves what is not saved and puts the version that is shown in force; undefined when it was refused. */
  release(said: { note?: string; accept?: boolean }): Promise<Definition | undefined>;
  releasing: Pick<Command<typeof definitionsApi.release>, 'pending' | 'error' | 'errorText' | 'reset'>;
}

/** A definition as it is read the first time: `useDocument` opens it. */
export function useDefinition(kind: string, id: string): UseQueryResult<DefinitionDraft> {
  return useQuery({
    ...q(definitionsApi.get, { params: { kind, id } }),
    // the open document follows by itself; another reading would be older than what is shown
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
}

/** The document under edit: others' changes come in, one's own go out, each can be undone. What shows it is keyed by its id. */
export function useDocument<Body>(kind: DocumentKind<Body>, first: DefinitionDraft): OpenDocument<Body> {
  const { kind: name, id } = first;
  const [client] = useState(newCommandId);
  const [session] = useState(() => openSession<Body>(kind, first, client, callsOf(name, id)));
  const state = useSyncExternalStore(session.subscribe, session.state);
  const topic = `definition:${name}/${id}`;
  useLive<DocumentMessage>(topic, session.hear);
  useLive('bound', () => void session.catchUp());
  useEffect(() => {
    // whoever opened it while somebody was editing may have missed what came in between
    void session.catchUp();
  }, [session]);
  const { here, lookAt } = usePresence(topic, { kind: name, id, client, first: first.here });
  const command = useCommand(definitionsApi.release, { quiet: true, refresh: [definitionsApi.list] });
  const { pending, error, errorText, reset } = command;
  return {
    ...state,
    edit: session.edit,
    undo: session.undo,
    redo: session.redo,
    takeBack: session.takeBack,
    dismiss: session.dismiss,
    flush: session.flush,
    unsent: session.unsent,
    readOnly: state.saving === 'stopped' || !includesLevel(state.definition.can.at(-1) ?? null, 'edit'),
    here,
    lookAt,
    async release(said) {
      if (!(await session.flush())) return undefined;
      const released = await command.run({
        params: { kind: name, id },
        body: { version: session.state().version, ...said },
      });
      if (released)
        session.hear({ type: 'definition.released', number: released.released ?? 0, version: released.version });
      return released;
    },
    releasing: { pending, error, errorText, reset },
  };
}

function callsOf(kind: string, id: string): DocumentCalls {
  const params = { kind, id };
  return {
    read: () => call(definitionsApi.get, { params }),
    send: (body) => call(definitionsApi.change, { params, body }),
    since: async (since) => (await call(definitionsApi.changes, { params, query: { since } })).changes,
    statusOf: (error) => (isApiError(error) && error.kind === 'refused' ? error.status : undefined),
    wait: (ms) =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer);
          removeEventListener('online', go);
          resolve();
        };
        const timer = setTimeout(go, ms);
        addEventListener('online', go);
      }),
  };
}
