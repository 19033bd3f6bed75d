import type { AnyEndpoint, CallResponse } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A setting as it is on the server and as it is being changed; leaving with changes asks. */
export function useSetting<E extends AnyEndpoint, T>(endpoint: E, pick: (answer: CallResponse<E>) => T) {
  const reading = useQuery(q(endpoint, ...([] as never)));
  const [draft, setDraft] = useState<T>();
  const stored = reading.data === undefined ? undefined : pick(reading.data);
  const value = draft ?? stored;
  const changed = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(stored);
  useConfirmLeave(changed);
  return { reading, value, changed, change: setDraft, forget: () => setDraft(undefined) };
}
