import { z } from 'zod';

/** In which a text file may be written. */
export const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'utf-16le',
  'utf-16be',
] as const;
export const Encoding = z.enum(encodings);
export type Encoding = z.infer<typeof Encoding>;

/** What an encoding makes of a file: the person sees which of them reads properly. */
export const EncodingChoice = z.object({
  encoding: Encoding,
  /** Every sign that was looked at is one of this encoding. */ fits: z.boolean(),
  /** Lines that look different in different encodings. */ text: z.string(),
});
export type EncodingChoice = z.infer<typeof EncodingChoice>;

/** What somebody says who uploads a text file whose encoding was not found out; left out, it is guessed. */
export const GivenEncoding = z.object({
  encoding: Encoding.optional(),
  /** Signs that do not fit become U+FFFD instead of ending it. */ replaced: z.boolean().optional(),
});
export type GivenEncoding = z.infer<typeof GivenEncoding>;
