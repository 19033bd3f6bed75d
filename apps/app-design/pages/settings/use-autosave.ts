import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

export type SaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict';

export interface Autosave {
  state: SaveState;
  failure: string | undefined;
  /** Of the draft on the server, as of the last save. */
  version: number;
  /** The same at the moment of the call, after a save too. */
  current(): number;
  /** Saves what is not saved; true when the server has everything. */
  save(): Promise<boolean>;
}

export const quietMs = 800;

/**
 * Saves a draft by itself when the hand rests, one save at a time, each naming the version it goes on from. After a
 * conflict it saves no more: somebody else's draft is not to be written over.
 */
export function useAutosave<Draft>(
  value: Draft,
  start: { value: Draft; version: number },
  send: (value: Draft, expectedVersion: number) => Promise<{ version: number }>,
): Autosave {
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState<string>();
  const [version, setVersion] = useState(start.version);
  const latest = useRef({ value, saved: start.value, version: start.version, send });
  latest.current.value = value;
  latest.current.send = send;
  const saving = useRef<Promise<boolean>>(undefined);

  /** Sends the newest value until the server has it: what is changed while one save is on its way goes with the next. */
  const saveAll = useCallback(async (): Promise<boolean> => {
    for (;;) {
      const { value: sent, saved, version: expected } = latest.current;
      // What nobody has saved yet has no version, and what has no version cannot be released.
      if (sent === saved && expected > 0) return true;
      setState('saving');
      try {
        const next = await latest.current.send(sent, expected);
        latest.current.saved = sent;
        latest.current.version = next.version;
        setVersion(next.version);
        setFailure(undefined);
        setState(latest.current.value === sent ? 'saved' : 'changed');
      } catch (error) {
        setFailure(errorText(error));
        setState(isApiError(error) && error.status === 409 ? 'conflict' : 'failed');
        return false;
      }
    }
  }, []);
  // one loop for all who ask: two of them would each name the version of the save before
  const save = useCallback(
    (): Promise<boolean> =>
      (saving.current ??= saveAll().finally(() => {
        saving.current = undefined;
      })),
    [saveAll],
  );

  useEffect(() => {
    if (value === latest.current.saved) return;
    setState((now) => (now === 'conflict' ? now : 'changed'));
  }, [value]);
  useEffect(() => {
    if (state !== 'changed') return;
    const timer = setTimeout(() => void save(), quietMs);
    return () => clearTimeout(timer);
  }, [state, value, save]);

  const current = useCallback(() => latest.current.version, []);
  return { state, failure, version, current, save };
}
