import { z } from 'zod';

/** `field` ascending, `-field` descending; several with commas. Empty values come last either way. */
export const SortText = z
  .string()
  .max(400)
  .regex(/^-?_?[A-Za-z][A-Za-z0-9]*(,-?_?[A-Za-z][A-Za-z0-9]*){0,4}$/);
