import { createRequire } from 'node:module';
import path from 'node:path';
import { install, peersDir } from './peer.ts';

/** What feelin and zen-engine offer, as far as it is measured. Neither keeps compiled expressions: every evaluation reads its text. */
export interface ExpressionPeers {
  feelin(text: string, input: object): unknown;
  zen(text: string, input: object): unknown;
  /** A decision table of zen-engine, read once. */
  zenDecision(content: object): ZenDecision;
}

export interface ZenDecision {
  evaluate(input: object): Promise<{ result: unknown }>;
}

interface Zen {
  evaluateExpressionSync(text: string, input: object): unknown;
  ZenEngine: new () => { createDecision(content: object): ZenDecision };
}

interface Feelin {
  evaluate(text: string, input: object): { value: unknown };
}

const versions = { feelin: '8.2.0', '@gorules/zen-engine': '0.54.0' };

/** Both in a folder of the benches: nothing of the product depends on them. */
export function expressionPeers(): ExpressionPeers {
  const folder = path.join(peersDir, 'feel');
  install(
    folder,
    Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  );
  const require = createRequire(path.join(folder, 'package.json'));
  const load = (name: keyof typeof versions): unknown => require(name);
  const zen = load('@gorules/zen-engine') as Zen;
  const feelin = load('feelin') as Feelin;
  const engine = new zen.ZenEngine();
  return {
    feelin: (text, input) => feelin.evaluate(text, input).value,
    zen: (text, input) => zen.evaluateExpressionSync(text, input),
    zenDecision: (content) => engine.createDecision(content),
  };
}
