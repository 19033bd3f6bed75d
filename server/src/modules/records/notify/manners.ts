import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Platform } from '../../../platform/platform.ts';

/** How somebody wants to be told. */
export interface Manners {
  locale: Locale;
  /** Not to be disturbed at the moment: what rings waits, what lies in a box does not. */
  quiet: boolean;
}

type Source = (spaceId: string, people: readonly string[]) => Promise<ReadonlyMap<string, Manners>>;
const sources = new WeakMap<Platform, Source>();

/** Who keeps what people said of it tells; once per process. */
export function knowManners(platform: Platform, source: Source): void {
  sources.set(platform, source);
}

export async function mannersOf(
  platform: Platform,
  spaceId: string,
  people: readonly string[],
  /** The language of whoever never said theirs. */
  otherwise: Locale = 'zh-CN',
): Promise<(person: string) => Manners> {
  const known = people.length === 0 ? undefined : await sources.get(platform)?.(spaceId, people);
  return (person) => known?.get(person) ?? { locale: otherwise, quiet: false };
}
