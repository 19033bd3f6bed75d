import { useMe } from '@formwork/web/session/session.ts';
import type { Choice } from '@formwork/web/pickers/choice.ts';
import { useState } from 'react';

/** Who is to be told: oneself at first. */
export function useReceivers(): [Choice[], (next: Choice[]) => void] {
  const { id, name } = useMe();
  return useState<Choice[]>([{ kind: 'people', id, name }]);
}
