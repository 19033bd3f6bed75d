import { z } from 'zod';

// Marks that turn the direction of what follows, unseen: with one of them `gnp.exe` is read as `exe.png`.
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** For names that come without a schema, as from a sheet. */
export function withoutDirections(text: string): string {
  return text.replace(directions, '');
}

const shown = z.string().overwrite(withoutDirections);

/** What people read, with its blanks. */
export function shownText() {
  return shown;
}

/** A name or title that says what it shows: folders, people, forms, whatever people tell apart by reading. */
export function nameText() {
  return shown.trim();
}

/** A text made by a person of the space (titles, labels, help): Chinese always, English when somebody wrote it. */
export const Text = z.object({ zh: shown.max(2000), en: shown.max(2000).optional() });
export type Text = z.infer<typeof Text>;

/** A title: the Chinese side may not be blank. */
export const Title = Text.refine((text) => text.zh.trim() !== '', 'blank').refine(
  (text) => text.zh.length <= 200 && (text.en?.length ?? 0) <= 200,
  'too_long',
);

/** A title as two inputs hold it: each says what is wrong with its own side. */
export const TypedTitle = z.object({ zh: nameText().min(1).max(200), en: nameText().max(200).optional() });

export function textIn(text: Text | undefined, locale: string): string {
  if (!text) return '';
  return locale === 'zh-CN' || !text.en ? text.zh : text.en;
}
