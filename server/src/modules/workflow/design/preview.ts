import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Signing } from '@formwork/contract/workflow/graph.ts';
import type { Ask, SubmissionPreview } from '@formwork/contract/workflow/process.ts';
import type { EngineAsk } from '@formwork/process/command.ts';
import { laterPersons, openTasks, pendingPersons } from '@formwork/process/current.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { submissionOf } from '../commands/actions.ts';
import { branchesOf, edgeName } from '../commands/branches.ts';
import { tryOut, type Asked, type Result } from '../commands/command.ts';
import { startOf } from '../commands/start.ts';
import type { Subject } from '../commands/subject.ts';
import { taskVersion } from '../commands/task-version.ts';

/** What submitting would do, found by doing it in a transaction that is taken back. */
export async function preview(
  ctx: Ctx,
  { params, body }: InputOf<typeof workflowApi.preview>,
): Promise<SubmissionPreview> {
  // A comment or signature that is still missing is asked for when it is submitted.
  const { taskId, ...given } = body;
  const asked =
    taskId === undefined
      ? await startOf(ctx, params, given)
      : await submissionOf(ctx, taskId, { ...given, version: await taskVersion(ctx, taskId) });
  if (asked.subject.recordId !== params.recordId) throw notFound('workflow.task.not_found');
  const result = await tryOut(ctx, signedAlready(asked));
  return { ...previewOf(asked.subject, result, taskId), stops: await stopsOf(ctx, asked, result) };
}

function signedAlready(asked: Asked): Asked {
  return {
    ...asked,
    command: async (tx) => {
      const command = await asked.command(tx);
      return command.kind === 'start' || command.kind === 'submit'
        ? { ...command, comment: command.comment || '-', signature: command.signature ?? '-' }
        : command;
    },
  };
}

/** Where the way on cannot be decided, and what is missing, as far as the person sees it. */
async function stopsOf(
  ctx: Ctx,
  { subject: { form, index, recordId } }: Asked,
  { changes }: Result,
): Promise<SubmissionPreview['stops']> {
  const stops = changes.events.filter((event) => event.kind === 'undecided' && event.detail);
  if (stops.length === 0) return [];
  const branchOf = await branchesOf(ctx, { formId: form.formId, recordId });
  return stops.map(({ node, detail }) => ({
    node: node!,
    name: index.nodes.get(node!)!.name,
    branch: branchOf(detail!, index),
  }));
}

function previewOf(
  { index, directory }: Subject,
  { state, changes, asks, answered = [], skipped }: Result,
  taskId: string | undefined,
): Omit<SubmissionPreview, 'stops'> {
  const person = (id: string) => ({ id, name: directory.people.get(id)?.name ?? '' });
  const nameOf = (node: string) => index.nodes.get(node)!.name;
  const named = (ask: EngineAsk): Ask =>
    ask.kind === 'executors'
      ? { ...ask, name: nameOf(ask.node), signing: signingAt(index, ask.node) }
      : { ...ask, name: nameOf(ask.node), edges: ask.edges.map((edge) => ({ edge, name: edgeName(index, edge) })) };
  const task = taskId === undefined ? undefined : state.tasks.get(taskId);
  const opened = openTasks(state).filter(
    (one) => one.openedIn === changes.instance.version && pendingPersons(state, one.id).length > 0,
  );
  return {
    lastStep: changes.instance.state === 'finished' && asks.length === 0,
    waitsFor: task?.state === 'open' ? pendingPersons(state, task.id).map(person) : [],
    next: opened.map((one) => {
      const node = index.nodes.get(one.node)!;
      return {
        node: node.id,
        name: node.name,
        kind: node.kind,
        executors: pendingPersons(state, one.id).map(person),
        later: laterPersons(state, one.id).map(person),
      };
    }),
    skipped: skipped.map((one) => ({ ...one, name: nameOf(one.node) })),
    copies: [...new Set(changes.copies.map((copy) => copy.person))].map(person),
    asks: asks.map(named),
    answered: answered.map(named),
  };
}

/** How those who are to be chosen sign: in their order, where it counts. */
function signingAt({ nodes }: Subject['index'], id: string): Signing {
  const node = nodes.get(id);
  return node?.kind === 'approve' || node?.kind === 'fill-in' ? node.signing : { way: 'any' };
}
