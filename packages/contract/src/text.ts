import { z } from 'zod';

/** A text made by a person of the space (titles, labels, help): Chinese always, English when somebody wrote it. */
export const Text = z.object({ zh: z.string().max(2000), en: z.string().max(2000).optional() });
export type Text = z.infer<typeof Text>;

/** A title: the Chinese side may not be blank. */
export const Title = Text.refine((text) => text.zh.trim() !== '', 'blank').refine((text) => text.zh.length <= 200 && (text.en?.length ?? 0) <= 200, 'too_long');

export function textIn(text: Text | undefined, locale: string): string {
  if (!text) return '';
  return locale === 'zh-CN' || !text.en ? text.zh : text.en;
}
