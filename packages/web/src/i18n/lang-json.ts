import type { Locale } from '@formwork/contract/identity/api.ts';
import { http } from '../http/client.ts';
import { kept } from '@formwork/ui/kept.ts';
import { retrying, type RetryOptions } from '../retrying.ts';
import { addTexts, currentLocale, type Dictionary } from './i18n.ts';

/** What the server answers: its texts of one language, with a version. */
interface LangAnswer {
  status: number;
  data: { code: number; data: { version: string } & Partial<Record<Locale, Dictionary>> };
}

const storageKey = 'lang.json';
const retries: RetryOptions = { retries: 5, firstWait: 350 };

interface KeptTexts {
  version: string;
  locale: Locale;
  texts: Dictionary;
}

/**
 * Merges the server's texts over the built ones: a page that is older than its server still says what it says. The last answer
 * is kept for the next visit, and asked for again when the server has another; a failure changes nothing.
 */
export async function loadServerTexts(
  spacePath: string,
  locale: Locale = currentLocale(),
  /** That of the server, where it is known. */
  version?: string,
  options: RetryOptions = retries,
): Promise<void> {
  const known = applyKept(locale);
  if (known !== undefined && known === version) return;
  try {
    const answer = await retrying(() => ask(spacePath, locale), options);
    const { version: answered, [locale]: texts } = answer.data.data;
    if (!texts) return;
    addTexts(locale, texts);
    kept.write(storageKey, JSON.stringify({ version: answered, locale, texts } satisfies KeptTexts));
  } catch {
    // the built texts stay
  }
}

async function ask(spacePath: string, locale: Locale): Promise<LangAnswer> {
  const answer = await http.get<LangAnswer>(`${spacePath}/napi/lang/json`, {
    query: { lang: locale },
    headers: { 'Accept-Language': locale },
  });
  if (answer.data.code !== 200) throw new Error(`language texts were refused with ${answer.data.code}`);
  return answer;
}

/** The version of what is kept, where it is of this language. */
function applyKept(locale: Locale): string | undefined {
  try {
    const last = JSON.parse(kept.read(storageKey) ?? 'null') as KeptTexts | null;
    if (last?.locale !== locale) return undefined;
    addTexts(locale, last.texts);
    return last.version;
  } catch {
    kept.remove(storageKey);
    return undefined;
  }
}
