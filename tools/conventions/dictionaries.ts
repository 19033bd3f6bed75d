import { errorCodes } from '@formwork/contract/errors.ts';
import { eventFieldProblems } from './event-fields.ts';
import { isTest, lineOf, type Source, sources } from './sources.ts';

const folder = 'packages/web/src/i18n';
const locales = ['zh-CN', 'en'] as const;

type Dictionary = Map<string, { area: string; text: string }>;

/** Every text exists in both languages, says the same, is used, and every error code has one. */
export function dictionaryProblems(): string[] {
  const problems: string[] = [];
  const dictionaries = Object.fromEntries(locales.map((locale) => [locale, read(locale, problems)])) as Record<
    (typeof locales)[number],
    Dictionary
  >;
  const [chinese, english] = [dictionaries['zh-CN'], dictionaries.en];
  problems.push(...pairProblems(chinese, english, 'en'), ...pairProblems(english, chinese, 'zh-CN'));
  problems.push(
    ...errorCodeProblems(chinese),
    ...eventProblems(chinese),
    ...eventFieldProblems((key) => chinese.has(key)),
    ...useProblems(chinese),
  );
  return problems;
}

function read(locale: string, problems: string[]): Dictionary {
  const dictionary: Dictionary = new Map();
  for (const { file, text } of sources(`${folder}/*.${locale}.json`)) {
    const area = file.split('/').at(-1)!.split('.')[0]!;
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
      if (typeof value !== 'string' || value.trim() === '') problems.push(`${file}: ${key} has no text`);
      else if (dictionary.has(key)) problems.push(`${file}: ${key} stands in ${dictionary.get(key)!.area} too`);
      else dictionary.set(key, { area, text: value });
      if (typeof value === 'string' && /(?<!\{)\{\s*\w+\s*\}(?!\})/.test(value))
        problems.push(`${file}: ${key} has a single brace, which is shown as it stands: {{name}} is filled in`);
      if (area !== 'errors' && !key.startsWith(`${area}.`))
        problems.push(`${file}: ${key} does not begin with "${area}."`);
    }
  }
  return dictionary;
}

const columnTexts = /\bcolumnsOf<\w+>\(\)\(\s*'([a-z][\w.-]*)'/gi;

/** English has forms for one and for many where Chinese has one form: they count as the same key. */
function plain(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function pairProblems(from: Dictionary, to: Dictionary, missingIn: string): string[] {
  const there = new Map([...to].map(([key, { text }]) => [plain(key), text]));
  return [...from].flatMap(([key, { area, text }]) => {
    const other = there.get(plain(key));
    if (other === undefined) return [`${area}: ${key} is missing in ${missingIn}`];
    // one item may be told without its count
    const lost = placeholders(text).filter((name) => name !== 'count' && !placeholders(other).includes(name));
    return lost.length === 0 ? [] : [`${area}: ${key} in ${missingIn} does not show {{${lost.join('}}, {{')}}}`];
  });
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1]!);
}

function errorCodeProblems(dictionary: Dictionary): string[] {
  const missing = Object.keys(errorCodes).filter((code) => dictionary.get(code)?.area !== 'errors');
  return missing.map((code) => `errors: the code ${code} has no text`);
}

/** What is written into the event log is read by auditors: each event has its words. Names put together while running are not seen here. */
function eventProblems(dictionary: Dictionary): string[] {
  return sources('server/src/**/*.ts')
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:record|tx\.event)\([^'"`;]*?'([a-z][a-z_]*(?:\.[a-z_]+)+)'/g)]
        .filter((match) => !dictionary.has(`audit.event.${match[1]!}`))
        .map((match) => `${file}:${lineOf(text, match.index)}: the event ${match[1]!} has no text`),
    );
}

function useProblems(dictionary: Dictionary): string[] {
  const code = sources('packages/*/src/**/*.{ts,tsx}', 'apps/**/*.{ts,tsx}', 'server/src/**/*.ts').filter(
    ({ file }) => !isTest(file),
  );
  const keys = new Set([...dictionary.keys()].map(plain));
  const unknown = code.flatMap((source) => unknownKeys(source, keys));

  const literals = new Set<string>();
  const prefixes = new Set<string>();
  for (const { text } of code) {
    for (const match of text.matchAll(/(['"`])([a-z][\w-]*(?:\.[\w-]+)+)\1/gi)) literals.add(match[2]!);
    // `forms.type.${type}` uses every key below it
    for (const match of text.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)(?:[\w-]*)\$\{/gi)) prefixes.add(match[1]!);
    for (const match of text.matchAll(/(['"])([a-z][\w-]*(?:\.[\w-]+)*\.)\1\s*\+/gi)) prefixes.add(match[2]!);
    // columns are called by the texts below what they are given
    for (const match of text.matchAll(columnTexts)) prefixes.add(`${match[1]!}.`);
  }
  const idle = [...dictionary]
    .filter(
      ([key, { area }]) =>
        area !== 'errors' &&
        !literals.has(plain(key)) &&
        !literals.has(key) &&
        ![...prefixes].some((prefix) => key.startsWith(prefix)),
    )
    .map(([key, { area }]) => `${area}: nobody shows ${key}`);
  const idleErrors = [...dictionary].filter(
    ([key, { area }]) =>
      area === 'errors' &&
      !(key in errorCodes) &&
      !literals.has(plain(key)) &&
      ![...prefixes].some((prefix) => key.startsWith(prefix)),
  );
  return [...unknown, ...idle, ...idleErrors.map(([key]) => `errors: nobody shows ${key}, and it is no error code`)];
}

function unknownKeys({ file, text }: Source, keys: Set<string>): string[] {
  if (!/^(packages\/(web|ui|[a-z]+-ui)|apps)\//.test(file)) return [];
  return [...text.matchAll(/\bt\(\s*(['"`])([^'"`$\n]+)\1/g)]
    .filter((match) => !keys.has(match[2]!))
    .map((match) => `${file}:${lineOf(text, match.index)}: the text ${match[2]} is in no dictionary`);
}
