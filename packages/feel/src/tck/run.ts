// `npm run tck -- <folder>`: runs the cases of the DMN TCK (https://github.com/dmn-tck/tck, folder TestCases) that lie below a folder.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { linkModels, type Decisions } from '../dmn/decide.ts';
import { readModel } from '../dmn/model.ts';
import { isContext, toText } from '../values.ts';
import { readCases, type CaseFile, type Expected } from './cases.ts';
import { agrees } from './compare.ts';
import { standardNames } from './standard-names.ts';

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run tck -- <folder> [--failures]');
  process.exit(2);
}
const total = { passed: 0, failed: 0 };
for (const [name, files] of testFiles(folder)) {
  const failures: string[] = [];
  let passed = 0;
  for (const file of files) {
    const outcome = runFile(file);
    passed += outcome.passed;
    failures.push(...outcome.failures);
  }
  total.passed += passed;
  total.failed += failures.length;
  console.log(`${name}: ${passed} passed, ${failures.length} failed`);
  if (options.includes('--failures')) for (const failure of failures) console.log(`  ${failure}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

/** Test files by the folder they lie in. */
function testFiles(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /-test-[^/]*\.xml$/.test(name))
    .toSorted();
  for (const name of names) {
    const key = path.dirname(name);
    found.set(key, [...(found.get(key) ?? []), path.join(root, name)]);
  }
  return found;
}

function runFile(file: string): { passed: number; failures: string[] } {
  const { modelName, cases } = readCases(readFileSync(file, 'utf8'));
  const decisions = readDecisions(file, modelName);
  const failures = cases.flatMap((test) => {
    const reason = test.results.map((result) => failureOf(decisions, test, result)).find((text) => text !== null);
    return reason === undefined ? [] : [`${test.id}: ${reason}`];
  });
  return { passed: cases.length - failures.length, failures };
}

/** The model of a test; what lies beside it is there to be imported. */
function readDecisions(file: string, modelName: string): Decisions {
  const beside = path.dirname(file);
  const others = readdirSync(beside).filter((name) => name.endsWith('.dmn') && name !== modelName);
  const [main, ...imported] = [modelName, ...others].map((name) =>
    readModel(readFileSync(path.join(beside, name), 'utf8')),
  );
  return linkModels([main!, ...imported]);
}

function failureOf(
  decisions: Decisions,
  { service, inputs }: CaseFile['cases'][number],
  expected: Expected,
): string | null {
  const asked = service ?? expected.decision;
  const outcome = decisions.decide(asked, inputs);
  if (!outcome) return `there is no ${asked}`;
  // a service with several decisions is asked for each of them by name
  const value =
    service !== undefined && isContext(outcome.value) && outcome.value.has(expected.decision)
      ? outcome.value.get(expected.decision)!
      : outcome.value;
  // null for want of a function or for a text that was not understood proves nothing
  const excuse =
    expected.value === null
      ? decisions.problems.find(
          ({ text, code, data }) =>
            text !== undefined ||
            code === 'feel.external_function' ||
            (code.startsWith('feel.unknown_function') && standardNames.has(String(data?.name))),
        )
      : undefined;
  if (excuse) return `null is found by accident: ${excuse.code} ${excuse.text ?? ''}`;
  if (!agrees(expected.value, value)) {
    const reasons = [...decisions.problems.filter(({ element }) => element === asked), ...outcome.warnings].map(
      ({ code, data }) => code + (data ? JSON.stringify(data) : ''),
    );
    return `expected ${toText(expected.value, true)}, found ${toText(value, true)} ${reasons.join(' ')}`;
  }
  return null;
}
