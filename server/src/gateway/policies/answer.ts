import { refusals } from '@formwork/contract/gateway/refusals.ts';
import type { Val } from '@formwork/feel/values.ts';
import { headerOf, type Answer, type Header, type Passage } from '../call.ts';
import { corsHeaders } from './admit.ts';
import type { AnswerCache } from './cache.ts';
import type { AnswerHead } from '../loop/head.ts';
import { connectionNames, headerText, isHopByHop, readableOf, setHeader, writtenOf } from './forward.ts';
import { jsonOf, plainTextOf, valueOf, valueOfJson } from './json-values.ts';
import { hidden, masked } from './mask.ts';

/** Under the product's own host these would change what our own pages do, or are said by the gateway itself. */
const notFromOwnHost = new Set([
  'service-worker-allowed',
  'clear-site-data',
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
]);

/** What of an answer's head goes to the caller, with what the gateway says itself; how it is carried is not in it. */
export function headOf(passage: Passage, headers: readonly Header[]): Header[] {
  const { call, api } = passage;
  const cors = api?.body.cors ? corsHeaders(api, headerOf(call.headers, 'origin')) : [];
  const out: Header[] = [];
  for (const header of passedHeaders(headers)) {
    const [name, value] = header;
    if (cors.length > 0 && name.startsWith('access-control-')) continue;
    if (
      call.ownHost &&
      (notFromOwnHost.has(name) || (name === 'set-cookie' && /^\s*(__Host-|__Secure-)?formwork_/i.test(value)))
    )
      continue;
    out.push(header);
  }
  out.push(...cors, ['x-request-id', call.id]);
  if (call.ownHost) out.push(['content-security-policy', 'sandbox'], ['x-content-type-options', 'nosniff']);
  if (api?.api.state === 'deprecated') {
    out.push(['deprecation', 'true']);
    if (api.api.sunset) out.push(['sunset', new Date(api.api.sunset).toUTCString()]);
  }
  if (passage.fromCache) out.push(['x-cache', 'hit']);
  return out;
}

/** The same as it is written, where nothing of it depends on the call but its id: of most answers, which look alike for a second. */
export function linesOf({ api, call }: Passage, { headers, recall }: AnswerHead): string | undefined {
  if (!recall || call.ownHost || !api || api.body.cors || api.api.state === 'deprecated') return undefined;
  recall.passed ??= writtenOf(passedHeaders(headers));
  return `${recall.passed}x-request-id: ${call.id}\r\n`;
}

function passedHeaders(headers: readonly Header[]): readonly Header[] {
  const dropped = connectionNames(headerOf(headers, 'connection'));
  return headers.filter(
    ([name]) => name !== 'content-length' && !isHopByHop(name) && !dropped.has(name) && name !== 'x-request-id',
  );
}

/** The policies on the way back, for an answer that was read as a whole; refused where it does not hold. */
export function finish(passage: Passage, answer: Answer, cache: AnswerCache): Answer {
  const { api, operation } = passage;
  if (!api || !operation || passage.fromCache) return { ...answer, headers: headOf(passage, answer.headers) };
  let { body } = answer;
  const headers = [...answer.headers];
  const isJson = /\bjson\b/i.test(headerOf(headers, 'content-type') ?? '');
  const changes = operation.checkResponse ?? api.responseBody ?? (api.responseHeaders.length > 0 || api.masks);
  if (changes) {
    const ok = answer.status >= 200 && answer.status < 300;
    const text = isJson && body.length > 0 ? body.toString() : undefined;
    // a rule that hides does so in whatever is JSON, and refuses what says it is and cannot be read
    let parsed: unknown;
    try {
      parsed = text === undefined ? null : JSON.parse(text);
    } catch {
      return refusal(passage, { code: 'bad_answer', detail: { rule: 'json' } });
    }
    if (ok && operation.checkResponse) {
      const problems = operation.checkResponse(parsed);
      if (problems.length > 0) return refusal(passage, { code: 'invalid_answer', detail: { problems } });
    }
    try {
      let value: Val | undefined;
      if (api.masks && text !== undefined)
        body = Buffer.from(JSON.stringify(hidden(masked(parsed, api.body.mask), api.hidden)));
      if (api.responseBody || api.responseHeaders.length > 0) {
        value = text === undefined ? null : valueOfJson(body.toString());
        const response = new Map<string, Val>([
          ['status', answer.status],
          ['headers', valueOf(Object.fromEntries(headers))],
        ]);
        const readable = readableOf(passage, value, response);
        for (const { name, run } of api.responseHeaders)
          setHeader(headers, name, headerText(plainTextOf(run(readable))));
        if (ok && api.responseBody && text !== undefined) body = Buffer.from(jsonOf(api.responseBody(readable)));
      }
    } catch (error) {
      return refusal(passage, { code: 'transform', detail: { message: error instanceof Error ? error.message : '' } });
    }
  }
  const kept: Answer = { status: answer.status, headers, body };
  keep(passage, kept, cache);
  if (api.body.log.responseBody) passage.responseBody = body;
  return { ...kept, headers: headOf(passage, headers) };
}

/** An answer that says it depends on headers which are not looked at may be another one for the next caller. */
function keep({ cacheKey, api }: Passage, answer: Answer, cache: AnswerCache): void {
  if (cacheKey === undefined || answer.status !== 200 || headerOf(answer.headers, 'set-cookie') !== undefined) return;
  if (/\b(no-store|private|no-cache)\b/i.test(headerOf(answer.headers, 'cache-control') ?? '')) return;
  const known = new Set(['accept-encoding', 'origin', ...api!.body.cache!.vary.map((name) => name.toLowerCase())]);
  const named = answer.headers.filter(([name]) => name === 'vary').flatMap(([, value]) => value.split(','));
  if (named.some((name) => !known.has(name.trim().toLowerCase()))) return;
  cache.put(cacheKey, answer, api!.body.cache!.seconds);
}

/** Why the gateway itself refuses: code, words in the caller's language, and the id under which the log tells more. */
export function refusal(passage: Passage, refused: NonNullable<Passage['refused']>): Answer {
  passage.refused = refused;
  const { call, api } = passage;
  const { status, zh, en } = refusals[refused.code];
  const chinese = /^\s*zh\b/i.test(headerOf(call.headers, 'accept-language') ?? '');
  const body = { code: refused.code, message: chinese ? zh : en, requestId: call.id, ...refused.told };
  const cors = api?.body.cors ? corsHeaders(api, headerOf(call.headers, 'origin')) : [];
  return {
    status: refused.status ?? status,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['x-request-id', call.id],
      ...cors,
      ...(call.ownHost
        ? ([
            ['content-security-policy', 'sandbox'],
            ['x-content-type-options', 'nosniff'],
          ] as Header[])
        : []),
      ...(refused.code === 'retired' && api?.api.sunset
        ? ([['sunset', new Date(api.api.sunset).toUTCString()]] as Header[])
        : []),
      ...(refused.headers ?? []),
    ],
    body: Buffer.from(JSON.stringify(body)),
  };
}
