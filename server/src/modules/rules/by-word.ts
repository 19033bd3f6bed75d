import type { Rule } from '@formwork/contract/rules/rule.ts';
import { idOf } from '../../platform/actions.ts';
import { causeBehind } from '../../platform/cause-chain.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import { newId } from '../../platform/ids.ts';
import { startRunIn } from '../../platform/runs/runs.ts';
import { rulesOf, type LiveRule } from './live.ts';
import { causeIn, nextCause, tellStopped } from './loops.ts';
import { ruleRun } from './run-name.ts';
import { add, count, keepTraces, ofRule, type Counted } from './traces.ts';

/** A word from somebody that rules begin with: a message, a call from outside. */
export interface RuleWord {
  /** Said again it is the same: each rule is carried out once for it. */
  id: string;
  starts: 'message' | 'webhook';
  /** Read as `event`. */
  event: Record<string, unknown>;
  /** What else was sent along: inputs of the rule by their names. */
  values: Readonly<Record<string, unknown>>;
}

/** Rules in force that begin with a message of this name. */
export async function rulesOfMessage(
  where: Pick<Ctx, 'platform' | 'spaceId'>,
  name: string,
): Promise<readonly LiveRule[]> {
  const { all } = await rulesOf(where);
  return all.filter(({ rule }) => rule.starts.some((start) => start.on === 'message' && start.name === name));
}

/**
 * In the transaction that takes the word: each rule gets a run of its own there. The runs, by their rules; what is to be done behind
 * the commit comes as a function.
 */
export async function startRulesIn(
  tx: SpaceTx,
  ctx: Ctx,
  rules: readonly LiveRule[],
  word: RuleWord,
): Promise<{ runs: string[]; behind: () => Promise<void> }> {
  const stopped: { live: LiveRule; root: string }[] = [];
  const counts = new Map<string, Counted>();
  const runs: string[] = [];
  const actor = ctx.user.system ? null : ctx.user.id;
  for (const live of rules) {
    const trace = newId();
    const source = idOf(`${word.id} ${live.id}`);
    const behind = causeBehind({ requestId: ctx.requestId, cause: ctx.user.cause });
    const came = causeIn({ id: source, data: { cause: behind } });
    const goesOn = nextCause(came, live, source, trace);
    const kept = { ...ofRule(live), id: trace, source, starts: word.starts, formId: null, recordId: null, actor };
    if (!goesOn) {
      add(counts, live.id, { judged: 1, failed: 1 });
      const detail = { root: came.root, chain: came.chain };
      keepTraces(tx, [{ ...kept, state: 'failed', code: 'rules.loop', detail }]);
      stopped.push({ live, root: came.root });
      continue;
    }
    const run = newId();
    keepTraces(tx, [{ ...kept, state: 'running', code: null, detail: { run } }]);
    await startRunIn(
      tx,
      ctx,
      ruleRun,
      {
        rule: live.id,
        release: live.number,
        trace,
        input: inputOf(live.rule, word, actor),
        author: live.author,
        what: { source, formId: '', recordId: source, actor, starts: word.starts, ...(behind && { cause: came }) },
      },
      {
        id: run,
        definition: live.id,
        release: live.number,
        trigger: word.starts,
        cause: goesOn,
        actsAs: live.rule.runsAs,
      },
    );
    runs.push(run);
  }
  count(tx, counts);
  const behind = async (): Promise<void> => {
    for (const { live, root } of stopped) await tellStopped(ctx.platform, ctx.spaceId, live, `${live.id} ${root}`);
  };
  return { runs, behind };
}

function inputOf({ inputs }: Rule, { event, values }: RuleWord, actor: string | null): Record<string, unknown> {
  const own = Object.fromEntries(inputs.map(({ name }) => [name, values[name] ?? null]));
  return { event, user: { id: actor }, ...own };
}
