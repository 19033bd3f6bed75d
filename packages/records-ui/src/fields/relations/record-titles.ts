import { recordsApi } from '@formwork/contract/records/api.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { call, spacePath } from '@formwork/web/http/call.ts';

export interface RecordTitles {
  /** undefined: not known yet; null: not there, or not to be seen by this person. */
  titleOf: (id: string) => string | null | undefined;
  /** Application of the form, for links; undefined where the person may not know. */
  appId: string | undefined;
}

const known = new Map<string, string | null>();
const apps = new Map<string, string>();
const wanted = new Map<string, Set<string>>();
const listeners = new Set<() => void>();
const mostIds = 100;
let version = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How records of a form are called. A list of a hundred rows asks once: ids are collected for a moment and fetched together. */
export function useRecordTitles(formId: string, ids: readonly string[]): RecordTitles {
  useSyncExternalStore(subscribe, () => version);
  // where the form is at home comes with the first answer, and titles may be known without one
  const homeless = !apps.has(keyOf(formId, ''));
  const missing = ids.filter((id, at) => id !== '' && (!known.has(keyOf(formId, id)) || (at === 0 && homeless))).join();
  useEffect(() => {
    if (missing === '' || formId === '') return;
    const set = wanted.get(formId) ?? new Set<string>();
    for (const id of missing.split(',')) set.add(id);
    wanted.set(formId, set);
    timer ??= setTimeout(fetchWanted, 10);
  }, [formId, missing]);
  return { titleOf: (id) => known.get(keyOf(formId, id)), appId: apps.get(keyOf(formId, '')) || undefined };
}

/** A dialog has shown these already, or they were just renamed. */
export function rememberTitles(formId: string, titles: readonly { id: string; title: string }[]): void {
  for (const { id, title } of titles) known.set(keyOf(formId, id), title);
  tell();
}

function fetchWanted(): void {
  timer = undefined;
  for (const [formId, set] of wanted) {
    const ids = [...set];
    wanted.delete(formId);
    for (let from = 0; from < ids.length; from += mostIds) void fetchTitles(formId, ids.slice(from, from + mostIds));
  }
}

async function fetchTitles(formId: string, ids: string[]): Promise<void> {
  const found = await call(recordsApi.titles, { params: { formId }, query: { ids } }).catch(() => undefined);
  for (const id of ids) known.set(keyOf(formId, id), null);
  apps.set(keyOf(formId, ''), found?.appId ?? '');
  rememberTitles(formId, found?.titles ?? []);
}

function tell(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function keyOf(formId: string, id: string): string {
  return `${spacePath()} ${formId} ${id}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
