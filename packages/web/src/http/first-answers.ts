import { firstAnswersElementId } from '@formwork/contract/first-files.ts';

/** Answers that came with the HTML, by address; each is used once. */
let answers: Record<string, unknown> | undefined;
const used = new Set<string>();

/** The answer to a call of this page that the server gave beforehand. `reading` names the endpoint, as the keys of queries begin. */
export function takeFirstAnswer(url: string, reading: string): { data: unknown } | undefined {
  answers ??= readAnswers();
  if (!(url in answers)) return undefined;
  const data = answers[url];
  delete answers[url];
  used.add(reading);
  return { data };
}

/** What nobody has asked for by now would only be old when somebody does. */
export function forgetFirstAnswers(): void {
  answers = {};
}

/** What the page shows by them: on a slow line that may be a while ago. */
export function shownByFirstAnswers(): ReadonlySet<string> {
  return used;
}

function readAnswers(): Record<string, unknown> {
  const text = typeof document === 'undefined' ? null : document.getElementById(firstAnswersElementId)?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}
