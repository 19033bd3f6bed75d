import { Title } from '@formwork/contract/text.ts';
import { z } from 'zod';

/** How a definition is called and found; the endpoints that begin, copy and place one take these. */
export const NamedResource = z.object({
  name: Title,
  tags: z.array(z.string().max(40)).max(20),
  folder: z.uuid().nullable(),
});
export type NamedResource = z.infer<typeof NamedResource>;

export interface NameValues {
  zh: string;
  en: string;
  tags: string[];
  folder: string | null;
}

export function namedBody({ zh, en, tags, folder }: NameValues): NamedResource {
  return { name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) }, tags, folder };
}
