import { createRequire } from 'node:module';
import path from 'node:path';
import { install, peersDir } from './peer.ts';

/** What judges an input: a decision of zen-engine, an engine of json-rules-engine. */
export type Judge = (input: Readonly<Record<string, unknown>>) => Promise<unknown>;
type Condition = readonly [fact: string, operator: string, value: string | number];

export interface RulePeers {
  zen(content: object): Judge;
  /** Rules in order, each with its tests and its answer; the first that applies answers. */
  jsonRules(rules: readonly { readonly tests: readonly Condition[]; readonly answer: unknown }[]): Judge;
}

interface Zen {
  ZenEngine: new () => { createDecision(content: object): { evaluate(input: object): Promise<{ result: unknown }> } };
}

interface JsonRules {
  Engine: new () => {
    addRule(rule: object): void;
    run(facts: object): Promise<{ events: { params: { answer: unknown } }[] }>;
    stop(): void;
    on(event: string, handler: () => void): void;
  };
}

const versions = { '@gorules/zen-engine': '0.54.0', 'json-rules-engine': '7.3.1' };

/** Both in a folder of the benches: nothing of the product depends on them. */
export function rulePeers(): RulePeers {
  const folder = path.join(peersDir, 'rules');
  install(
    folder,
    Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  );
  const require = createRequire(path.join(folder, 'package.json'));
  const load = (name: keyof typeof versions): unknown => require(name);
  const { ZenEngine } = load('@gorules/zen-engine') as Zen;
  const { Engine } = load('json-rules-engine') as JsonRules;
  return {
    zen(content) {
      const decision = new ZenEngine().createDecision(content);
      return async (input) => (await decision.evaluate(input)).result;
    },
    jsonRules(rules) {
      const engine = new Engine();
      for (const [i, { tests, answer }] of rules.entries())
        engine.addRule({
          conditions: { all: tests.map(([fact, operator, value]) => ({ fact, operator, value })) },
          event: { type: 'answer', params: { answer } },
          priority: rules.length - i,
        });
      engine.on('success', () => engine.stop());
      return async (input) => (await engine.run(input)).events[0]?.params.answer;
    },
  };
}
