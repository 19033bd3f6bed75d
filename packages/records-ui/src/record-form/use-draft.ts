import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { useCallback, useEffect, useRef } from 'react';
import { removeDraft, writeDraft, type Sent } from './drafts.ts';
import type { FormData } from './form-data.ts';

/** What the changes stand on. */
export interface Base {
  before: FormData;
  version: number;
}

/** Keeps what was typed on this device, a moment after the last key; what it answers keeps it at once. */
export function useDraft({ formId, recordId, definition, base, data, changed, sent }: KeptDraft): () => void {
  const wrote = useRef(false);
  const write = () => {
    wrote.current = true;
    // what was sent is to be the same after a reload, defaults that know the time included
    const differs = (before: unknown, now: unknown): boolean => sent.current !== undefined || before !== now;
    const fields = definition.fields
      .filter((field) => !isComputed(field) && differs(base.before.values[field.id], data.values[field.id]))
      .map(({ id }) => id);
    const tables = definition.tables
      .filter(({ id }) => differs(base.before.slaves[id], data.slaves[id]))
      .map(({ id }) => id);
    const partOf = (whole: FormData): FormData => ({
      values: Object.fromEntries(fields.map((id) => [id, whole.values[id]])),
      slaves: Object.fromEntries(tables.map((id) => [id, whole.slaves[id] ?? []])),
    });
    writeDraft(formId, recordId, {
      version: base.version,
      at: new Date().toISOString(),
      mine: partOf(data),
      before: partOf(base.before),
      ...(sent.current && { sent: sent.current }),
    });
  };
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    if (!changed) {
      if (wrote.current) removeDraft(formId, recordId);
      wrote.current = false;
      return;
    }
    const keep = () => latest.current();
    const timer = setTimeout(keep, 500);
    const hidden = () => document.visibilityState === 'hidden' && keep();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [formId, recordId, definition, base, data, changed]);
  return useCallback(() => latest.current(), []);
}

interface KeptDraft {
  formId: string;
  recordId: string | undefined;
  definition: FormDefinition;
  base: Base;
  data: FormData;
  changed: boolean;
  sent: { readonly current: Sent | undefined };
}
