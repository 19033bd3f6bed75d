import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { spacePath } from '@formwork/web/http/call.ts';
import { kept } from '@formwork/ui/kept.ts';
import type { Mentioned } from '@formwork/web/pickers/MentionInput.tsx';
import { currentMe } from '@formwork/web/session/session.ts';

/** A comment that was begun and not sent, kept on this device. */
export interface CommentDraft {
  text: string;
  mentioned: Mentioned[];
  files: FileValue[];
}

export function readCommentDraft(about: string): CommentDraft | undefined {
  try {
    const draft = JSON.parse(kept.read(keyOf(about)) ?? 'null') as Partial<CommentDraft> | null;
    return draft !== null &&
      typeof draft.text === 'string' &&
      Array.isArray(draft.mentioned) &&
      Array.isArray(draft.files)
      ? (draft as CommentDraft)
      : undefined;
  } catch {
    return undefined;
  }
}

/** One in which nothing stands is forgotten. */
export function keepCommentDraft(about: string, draft: CommentDraft): void {
  if (draft.text.trim() === '' && draft.files.length === 0) kept.remove(keyOf(about));
  else kept.write(keyOf(about), JSON.stringify(draft));
}

function keyOf(about: string): string {
  return `commentDraft ${spacePath()} ${currentMe()?.id ?? ''} ${about}`;
}
