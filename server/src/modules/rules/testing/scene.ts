import { randomUUID } from 'node:crypto';
import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { rulesApi, type RuleTrace, type RuleTraceDetail } from '@formwork/contract/rules/api.ts';
import type { RuleTest } from '@formwork/contract/rules/document.ts';
import { readRules } from '@formwork/logic/qlang/read.ts';
import type { Answer, Client } from '../../../testing/server.ts';

/** A rule of a text of the rule language, as a draft. */
export async function draftRule(
  who: Client,
  text: string,
  tests: RuleTest[] = [],
  id: string = randomUUID(),
): Promise<Definition> {
  const { rules, problems } = readRules(text);
  if (problems.length > 0 || !rules[0]) throw new Error(JSON.stringify(problems));
  const { rule } = rules[0];
  return who.ok(definitionsApi.create, {
    params: { kind: 'rule' },
    body: { commandId: id, name: { zh: rule.name }, draft: { rule, tests } },
  });
}

/** The answer, refused or not; what is only warned of is accepted. */
export const tryRelease = (who: Client, { id, version }: Pick<Definition, 'id' | 'version'>): Promise<Answer> =>
  who.call(definitionsApi.release, { params: { kind: 'rule', id }, body: { version, accept: true } });

export async function releaseRule(who: Client, text: string, tests: RuleTest[] = []): Promise<string> {
  const drafted = await draftRule(who, text, tests);
  const { status, body } = await tryRelease(who, drafted);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return drafted.id;
}

export async function make(who: Client, formId: string, values: Record<string, unknown>, slaves?: object) {
  const body = { values: values as never, ...(slaves && { slaves: slaves as never }) };
  return who.ok(recordsApi.create, { params: { formId }, body });
}

export async function change(
  who: Client,
  formId: string,
  record: { id: string; version: number },
  values: Record<string, unknown>,
) {
  const body = { expectedVersion: record.version, values: values as never };
  return who.ok(recordsApi.update, { params: { formId, recordId: record.id }, body });
}

export async function read(who: Client, formId: string, recordId: string): Promise<Record<string, unknown>> {
  const found = await who.ok(recordsApi.get, { params: { formId, recordId } });
  return (found as unknown as { values: Record<string, unknown> }).values;
}

export const traces = async (who: Client, rule: string): Promise<RuleTrace[]> =>
  (await who.ok(rulesApi.traces, { query: { rule } })).rows;
export const trace = (who: Client, traceId: string): Promise<RuleTraceDetail> =>
  who.ok(rulesApi.trace, { params: { traceId } });
