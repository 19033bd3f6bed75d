import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

/** A link may end after so many visits; at most this many can be asked for. */
export const mostVisits = 100_000;

/** One opening: from where, and by whom where it was somebody of the space who is signed in. */
export const Visit = z.object({ id: uuid, at: z.iso.datetime(), from: z.string(), person: nameText().nullable() });
export type Visit = z.infer<typeof Visit>;
