import { z } from 'zod';
import { nameText } from '../text.ts';
import { isBasePath } from '../gateway/definition.ts';

/** What is entered in dialogs of data exchange, where that is less than the body that follows from it. */

const Note = z.string().trim().max(1_000);

export const StepEntry = z.object({ note: Note });
/** A refusal says why. */
export const RefusalEntry = z.object({ note: Note.min(1) });
export type StepEntry = z.infer<typeof StepEntry>;

const name = nameText().min(1).max(100);

/** A task that fetches into a form, or into what is chosen later. */
export const TaskEntry = z.object({ name, form: z.string().nullable() });
export type TaskEntry = z.infer<typeof TaskEntry>;

export const ApiEntry = z.object({ name, basePath: z.string().trim().refine(isBasePath) });
export type ApiEntry = z.infer<typeof ApiEntry>;
