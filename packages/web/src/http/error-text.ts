import { formatTime } from '@formwork/ui/format/time-format.ts';
import { currentLocale, hasText, t, type Translate } from '../i18n/i18n.ts';
import { ruleText } from '../form/rules.ts';
import { isApiError } from './api-error.ts';

/** What a person reads when something failed: the text of the code, with what it needs filled in. */
export function errorText(error: unknown, translate: Translate = t): string {
  if (!isApiError(error)) return translate('shell.error.failed');
  if (error.kind === 'network') return translate('shell.error.network');
  // what was only to be shown can be asked for again; what was to be done may have been done
  if (error.kind === 'timeout')
    return translate(error.data.reading === true ? 'shell.error.refresh_timeout' : 'shell.error.timeout', error.data);
  return refusalText(error, translate) ?? translate('shell.error.status', { status: error.status });
}

/** What failed, with the precise reason beside it; `failed` is the key of a text such as "Share failed". */
export function failureText(failed: string, error: unknown, translate: Translate = t): string {
  return translate('shell.error.because', { failed: translate(failed), reason: errorText(error, translate) });
}

/** What a refusal says, with its moment (`at`) as people tell time; undefined where it has no words. */
export function refusalText(
  { code, data }: { code: string; data?: Record<string, unknown> | undefined },
  translate: Translate = t,
): string | undefined {
  if (code === '' || !hasText(code)) return undefined;
  const text = translate(
    code,
    typeof data?.at === 'string' ? { ...data, at: formatTime(data.at, currentLocale()) } : data,
  );
  if (!code.startsWith(ofConnections) || typeof data?.connection !== 'string') return text;
  return translate('shell.error.because', { failed: data.connection, reason: text });
}

/** Codes of what went wrong with a connection, which may be one of several. */
const ofConnections = 'connections.test.';

/** Codes of what a schema refuses. */
const ruleCodes = 'input.';

/** The texts of refused fields, by the path of the field in the body. */
export function fieldTexts(error: unknown, translate: Translate = t): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    error.fields.map(({ path, code, data }) => [
      path,
      code.startsWith(ruleCodes)
        ? ruleText({ code: code.slice(ruleCodes.length), data: data ?? {} }, translate)
        : hasText(code)
          ? translate(code, data)
          : translate('shell.error.field'),
    ]),
  );
}
