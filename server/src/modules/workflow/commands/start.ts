import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { CommandAnswer } from '@formwork/contract/workflow/process.ts';
import type { Command } from '@formwork/process/command.ts';
import { rightsAt } from '@formwork/process/rights.ts';
import { isTaskNode } from '@formwork/process/graph-index.ts';
import { mayCreateFor } from '../../agents/public.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { hiddenByRules, rightsOnForm, rulesLetEdit, type ProcessRecord } from '../../records/public.ts';
import { carryOut, type Asked } from './command.ts';
import { answersFrom } from '../rights/people.ts';
import { readableRecord } from '../lists/readable.ts';
import { keepSignature } from './signature.ts';
import { requireProof } from './verification.ts';
import { subjectOfStart, type Subject } from './subject.ts';

type Input<K extends keyof typeof workflowApi> = InputOf<(typeof workflowApi)[K]>;

export async function start(ctx: Ctx, { params, body }: Input<'start'>): Promise<CommandAnswer> {
  const asked = await startOf(ctx, params, body);
  const { start: node } = asked.subject.index;
  if (isTaskNode(node)) await requireProof(ctx, node, body.verification, body.commandId);
  await keepSignature(ctx, asked.subject, body.signature);
  return carryOut(ctx, asked);
}

/** What a start would ask the engine, once it is sure that the person may start. */
export async function startOf(
  ctx: Ctx,
  params: { formId: string; recordId: string },
  body: Omit<Input<'start'>['body'], 'commandId'> & { commandId?: string },
): Promise<Asked> {
  const record = await readableRecord(ctx, params.formId, params.recordId);
  const subject = await subjectOfStart(ctx, params.formId, params.recordId);
  if (!subject) throw conflict('workflow.form.no_process');
  if (!(await mayStart(ctx, subject, record))) throw forbidden('workflow.start.not_allowed');
  const command: Command = {
    kind: 'start',
    by: ctx.user.id,
    choices: { executors: body.executors, edges: body.edges },
    comment: body.comment,
    signature: body.signature,
  };
  return {
    commandId: body.commandId ?? subject.instanceId,
    subject,
    kind: 'start',
    starts: true,
    command: () => command,
    change: body,
    hides: await hiddenByRules(ctx, params.formId, params.recordId),
  };
}

/** For a form that is being filled in: may I start its process, and which fields are mine to fill. */
export async function startRights(
  ctx: Ctx,
  { params }: Input<'startRights'>,
): Promise<ResponseOf<typeof workflowApi.startRights>> {
  const rights = await rightsOnForm(ctx, params.formId);
  if (rights.view === null && rights.create === null) throw notFound('forms.form.not_found');
  const subject = await subjectOfStart(ctx, params.formId, '');
  if (
    !subject ||
    !mayCreateFor(ctx.user, subject.form.appId) ||
    !(await mayStart(ctx, subject, { owner: ctx.user.id, values: { _owner: [ctx.user.id] } }))
  )
    return { can: false, rights: null };
  return { can: true, rights: startNodeRights(subject) };
}

export function startNodeRights({ index }: Subject) {
  return isTaskNode(index.start) ? rightsAt(index.start) : null;
}

/** Those the process names; where it names nobody, whoever may edit this record or has created it. */
export async function mayStart(
  ctx: Ctx,
  { form, index, directory }: Subject,
  record: Pick<ProcessRecord, 'values'> & { owner: string | null },
): Promise<boolean> {
  const { starters } = index.graph.settings;
  if (starters.length > 0) {
    const answer = answersFrom(directory);
    return starters.some((rule) => {
      switch (rule.by) {
        case 'persons':
          return rule.persons.includes(ctx.user.id);
        case 'role':
          return [...answer([{ ask: 'role', id: rule.role }]).values()]
            .flat()
            .some((person) => person.id === ctx.user.id);
        case 'post':
          return [...answer([{ ask: 'post', id: rule.post }]).values()]
            .flat()
            .some((person) => person.id === ctx.user.id);
        case 'department-head':
          return [...answer([{ ask: 'department-head', id: rule.department }]).values()]
            .flat()
            .some((person) => person.id === ctx.user.id);
        default:
          return false;
      }
    });
  }
  if (record.owner === ctx.user.id && (await rightsOnForm(ctx, form.formId)).create !== null) return true;
  return rulesLetEdit(ctx, form.formId, record.values);
}
