import type { RuleTest } from '@formwork/contract/rules/document.ts';
import type { CompiledRule } from '@formwork/logic/compile.ts';
import { evaluate } from '@formwork/logic/evaluate.ts';
import type { Platform } from '../../platform/platform.ts';
import { zoneOf } from '../enterprise/public.ts';

export interface TestResult {
  id: string;
  name: string;
  passed: boolean;
  /** Names whose value is another one than was expected. */
  wrong: string[];
  found: Record<string, unknown>;
  refused: boolean;
}

type Ready = Extract<CompiledRule, { ok: true }>;

/** Test cases stand for themselves: what they ask of others is answered by nothing, and nothing is carried out. */
export function testResults(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  compiled: Ready,
  tests: readonly RuleTest[],
): Promise<TestResult[]> {
  const zone = zoneOf(platform, spaceId);
  return Promise.resolve(tests.map((test) => resultOf(compiled, test, zone)));
}

function resultOf(compiled: Ready, test: RuleTest, zone: string): TestResult {
  const world = { now: Date.now(), zone, answers: nothing };
  const outcome = evaluate(compiled, test.input, world);
  const found: Record<string, unknown> = { ...outcome.result };
  for (const { target, value } of outcome.changes) found[target.join('.')] = value;
  const refused = outcome.state === 'stopped';
  const wrong = Object.keys(test.expected).filter((name) => !alike(found[name] ?? null, test.expected[name] ?? null));
  if (test.refuses !== undefined && test.refuses !== refused) wrong.push('stop');
  if (outcome.state === 'failed') wrong.push(outcome.failure?.code ?? '');
  return { id: test.id, name: test.name, passed: wrong.length === 0, wrong, found, refused };
}

/** Whatever is asked of others comes to nothing. */
const nothing: ReadonlyMap<string, unknown> = { has: () => true, get: () => null } as unknown as ReadonlyMap<
  string,
  unknown
>;

/** Decimals come as texts: `1.50` and 1.5 are the same number. */
function alike(a: unknown, b: unknown): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x === y;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => alike(one, b[at]));
  return false;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}
