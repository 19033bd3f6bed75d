import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { CommandAnswer } from '@formwork/contract/workflow/process.ts';
import type { Command } from '@formwork/process/command.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { hiddenByRules, hiddenFrom, seeing } from '../../records/public.ts';
import { begunBelow } from './below.ts';
import { carryOut, type Asked } from './command.ts';
import { keepSignature } from './signature.ts';
import { demandingNode, requireProof } from './verification.ts';
import { lastUrgeOf } from '../notify/urges.ts';
import { subjectOfInstance, subjectOfTask, type Subject } from './subject.ts';

type Input<K extends keyof typeof workflowApi> = InputOf<(typeof workflowApi)[K]>;

export async function submit(ctx: Ctx, input: Input<'submit'>): Promise<CommandAnswer> {
  const { params, body } = input;
  const asked = await submissionOf(ctx, params.taskId, body);
  const node = await demandingNode(ctx, asked.subject.index, params.taskId);
  if (node) await requireProof(ctx, node, body.verification, body.commandId);
  await keepSignature(ctx, asked.subject, body.signature);
  return carryOut(ctx, asked);
}

/** What a submission asks the engine; a preview asks the same. */
export async function submissionOf(
  ctx: Ctx,
  taskId: string,
  body: Omit<Input<'submit'>['body'], 'commandId'> & { commandId?: string },
): Promise<Asked> {
  const subject = await subjectOfTask(ctx, taskId, 'submit');
  const command: Command = {
    kind: 'submit',
    by: ctx.user.id,
    task: taskId,
    version: body.version,
    choices: { executors: body.executors, edges: body.edges },
    comment: body.comment,
    signature: body.signature,
  };
  return {
    commandId: body.commandId ?? subject.instanceId,
    subject,
    kind: 'submit',
    command: () => command,
    change: body,
    hides: await hiddenByRules(ctx, subject.form.formId, subject.recordId),
  };
}

export async function saveTaskDraft(ctx: Ctx, { params, body }: Input<'saveTaskDraft'>): Promise<CommandAnswer> {
  const asked = await submissionOf(ctx, params.taskId, body);
  return carryOut(ctx, { ...asked, kind: 'draft' });
}

export async function returnTask(ctx: Ctx, { params, body }: Input<'returnTask'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, {
    kind: 'return',
    ...own(ctx, params.taskId, body),
    node: body.node,
    reason: body.reason,
    mode: body.mode ?? 'again',
  });
}

export async function transfer(ctx: Ctx, { params, body }: Input<'transfer'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, {
    kind: 'transfer',
    ...own(ctx, params.taskId, body),
    person: body.person,
    reason: body.reason,
  });
}

export async function addSigners(ctx: Ctx, { params, body }: Input<'addSigners'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, {
    kind: 'addSigners',
    ...own(ctx, params.taskId, body),
    persons: body.persons,
    place: body.place,
    reason: body.reason,
  });
}

export async function removeSigners(ctx: Ctx, { params, body }: Input<'removeSigners'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, {
    kind: 'removeSigners',
    ...own(ctx, params.taskId, body),
    persons: body.persons,
    reason: body.reason,
  });
}

export async function entrust(ctx: Ctx, { params, body }: Input<'entrust'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, {
    kind: 'entrust',
    ...own(ctx, params.taskId, body),
    person: body.person,
    reason: body.reason,
  });
}

/** Whoever was asked says yes, or no with a reason. */
export async function answerEntrusted(ctx: Ctx, { params, body }: Input<'answerEntrusted'>): Promise<CommandAnswer> {
  const on = own(ctx, params.taskId, body);
  return onTask(
    ctx,
    params.taskId,
    body.commandId,
    body.reason === undefined
      ? { kind: 'acceptEntrusted', ...on }
      : { kind: 'refuseEntrusted', ...on, reason: body.reason },
  );
}

export async function cancelEntrusted(ctx: Ctx, { params, body }: Input<'cancelEntrusted'>): Promise<CommandAnswer> {
  return onTask(ctx, params.taskId, body.commandId, { kind: 'cancelEntrusted', by: ctx.user.id, task: params.taskId });
}

/** What the system failed to do at a node is tried again. */
export async function retry(ctx: Ctx, { params, body }: Input<'retry'>): Promise<CommandAnswer> {
  return onInstance(ctx, params.instanceId, body.commandId, { kind: 'retry', by: ctx.user.id, node: body.node });
}

export async function retrieve(ctx: Ctx, { params, body }: Input<'retrieve'>): Promise<CommandAnswer> {
  const subject = await subjectOfInstance(ctx, params.instanceId);
  return carryOut(ctx, {
    commandId: body.commandId,
    subject,
    kind: 'retrieve',
    command: async (tx) => ({
      kind: 'retrieve',
      by: ctx.user.id,
      task: body.taskId,
      begun: await begunBelow(tx, subject.instanceId, 'lock'),
    }),
  });
}

export async function cc(ctx: Ctx, { params, body }: Input<'cc'>): Promise<CommandAnswer> {
  const subject = await subjectOfInstance(ctx, params.instanceId);
  const command: Command = { kind: 'cc', by: ctx.user.id, persons: body.persons, message: body.message };
  const copiesHide = await hiddenFrom(ctx, subject.form.formId, subject.recordId);
  return carryOut(ctx, { commandId: body.commandId, subject, kind: 'cc', command: () => command, copiesHide });
}

export async function comment(ctx: Ctx, { params, body }: Input<'comment'>): Promise<CommandAnswer> {
  const subject = await subjectOfInstance(ctx, params.instanceId);
  const { mentions } = body;
  if (mentions) await requireSeeing(ctx, subject, mentions);
  return carryOut(ctx, {
    commandId: body.commandId,
    subject,
    kind: 'comment',
    command: () => ({ kind: 'comment', by: ctx.user.id, comment: body.comment, mentions }),
  });
}

export async function urge(ctx: Ctx, { params, body }: Input<'urge'>): Promise<CommandAnswer> {
  const subject = await subjectOfInstance(ctx, params.instanceId);
  return carryOut(ctx, {
    commandId: body.commandId,
    subject,
    kind: 'urge',
    command: async (tx) => ({
      kind: 'urge',
      by: ctx.user.id,
      lastAt: await lastUrgeOf(tx, subject.instanceId, ctx.user.id),
      message: body.message,
    }),
  });
}

export async function interrupt(ctx: Ctx, { params, body }: Input<'interrupt'>): Promise<CommandAnswer> {
  return onInstance(ctx, params.instanceId, body.commandId, {
    kind: 'interrupt',
    by: ctx.user.id,
    reason: body.reason,
  });
}

export async function recover(ctx: Ctx, { params, body }: Input<'recover'>): Promise<CommandAnswer> {
  return onInstance(ctx, params.instanceId, body.commandId, { kind: 'recover', by: ctx.user.id, reason: body.reason });
}

export async function invalidate(ctx: Ctx, { params, body }: Input<'invalidate'>): Promise<CommandAnswer> {
  return onInstance(ctx, params.instanceId, body.commandId, {
    kind: 'invalidate',
    by: ctx.user.id,
    reason: body.reason,
  });
}

/** Whoever may not see the record would be told of something they cannot open. */
async function requireSeeing(
  ctx: Ctx,
  { form, recordId, directory }: Subject,
  persons: readonly string[],
): Promise<void> {
  const sees = await seeing(ctx, form.formId, recordId, persons);
  const names = persons.filter((id) => !sees.has(id)).flatMap((id) => directory.people.get(id)?.name ?? []);
  if (names.length > 0) throw refuse('workflow.comment.unseeing', { names: names.join('、') });
}

function own(ctx: Ctx, task: string, { version }: { version: number }) {
  return { by: ctx.user.id, task, version };
}

async function onTask(ctx: Ctx, taskId: string, commandId: string, command: Command): Promise<CommandAnswer> {
  return carryOut(ctx, {
    commandId,
    subject: await subjectOfTask(ctx, taskId, command.kind === 'return' ? 'return' : 'submit'),
    kind: command.kind,
    command: () => command,
  });
}

async function onInstance(ctx: Ctx, instanceId: string, commandId: string, command: Command): Promise<CommandAnswer> {
  return carryOut(ctx, {
    commandId,
    subject: await subjectOfInstance(ctx, instanceId),
    kind: command.kind,
    command: () => command,
  });
}
