import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FlowAnswer, orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import type { FormStart } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { canSeeRecord } from '../../records/public.ts';
import { answerOf, sameCommand } from '../calls.ts';
import { idAt } from '../../../platform/runs/run-ids.ts';
import { flowOf, startFlow } from '../start-flow.ts';
import { startsNamed } from './starts.ts';

/** Flows that a button on the records of a form starts. */
export async function flowButtons({ platform, spaceId }: Ctx, formId: string): Promise<FormStart[]> {
  const starts = await startsNamed(platform, spaceId, 'button', [formId]);
  const found = await Promise.all(
    starts.map(async ({ flow, part }): Promise<FormStart[]> => {
      const released = await flowOf(platform, spaceId, flow);
      const start = released?.body.starts.find(({ id }) => id === part);
      if (!released?.enabled || start?.on !== 'button') return [];
      return [{ kind: 'flow', id: flow, title: start.title === '' ? released.name : { zh: start.title } }];
    }),
  );
  return found.flat();
}

/** Whoever sees the record may press its buttons; what the flow may do then is its own affair. */
export async function pressFlow(
  ctx: Ctx,
  { params: { flowId, recordId }, body: { formId, commandId } }: InputOf<typeof orchestrationApi.press>,
): Promise<FlowAnswer> {
  const { platform, spaceId } = ctx;
  const starts = await startsNamed(platform, spaceId, 'button', [formId]);
  if (!starts.some(({ flow }) => flow === flowId)) throw notFound('flows.flow.not_found');
  if (!(await canSeeRecord(ctx, formId, recordId))) throw notFound('records.record.not_found');
  const released = await flowOf(platform, spaceId, flowId);
  if (!released) throw notFound('flows.flow.not_found');
  if (!released.enabled) throw conflict('flows.flow.off');
  const before = await sameCommand(ctx, released, commandId);
  if (before !== undefined) return answerOf(ctx, before, 0);
  const id = idAt(Date.now(), `${ctx.user.id}:${commandId}`);
  const event = { by: ctx.user.id, command: commandId, formId, recordId };
  await startFlow(ctx, released, { id, trigger: 'button', input: { formId, recordId }, event, cause: { depth: 0 } });
  return answerOf(ctx, id, 0);
}
