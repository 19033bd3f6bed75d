import { spacePath } from '@formwork/web/http/call.ts';
import { kept } from '@formwork/ui/kept.ts';
import { currentMe } from '@formwork/web/session/session.ts';
import type { FormData } from './form-data.ts';

/** What was typed and not saved, kept on this device until it is saved or given up. */
export interface Draft {
  /** Of the record it was begun on. */
  version: number;
  at: string;
  /** Only the values that differ, and only the tables that differ with all their rows. */
  mine: FormData;
  /** What stood there before: without it nobody could tell later whose change is whose. */
  before: FormData;
  /** Of a new record that was sent and whose answer has not come: sent again by the same name it is made once. */
  sent?: Sent | undefined;
}

export interface Sent {
  commandId: string;
  /** The content as it was sent. */
  content: string;
}

// larger ones would fill the device's store; by then most of it is pasted and can be pasted again
const longest = 1_000_000;

export function readDraft(formId: string, recordId: string | undefined): Draft | undefined {
  try {
    const draft = JSON.parse(kept.read(keyOf(formId, recordId)) ?? 'null') as Draft | null;
    return draft !== null && isData(draft.mine) && isData(draft.before) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(formId: string, recordId: string | undefined, draft: Draft): void {
  const text = JSON.stringify(draft);
  if (text.length <= longest) kept.write(keyOf(formId, recordId), text);
}

export function removeDraft(formId: string, recordId: string | undefined): void {
  kept.remove(keyOf(formId, recordId));
}

function isData(data: FormData | undefined): boolean {
  return typeof data?.values === 'object' && typeof data.slaves === 'object';
}

function keyOf(formId: string, recordId: string | undefined): string {
  return `recordDraft ${spacePath()} ${currentMe()?.id ?? ''} ${formId} ${recordId ?? 'new'}`;
}
