import { FlowAnswer } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { requireOn } from '../definitions/public.ts';
import { flowOf, inputSchema } from './start-flow.ts';
import { callKeys } from './starts/starts.ts';

/** Flows that the caller may start by their keys, as paths of an OpenAPI document: each with the schema of its own inputs. */
export async function flowPaths(ctx: Ctx): Promise<Record<string, unknown>> {
  const paths: Record<string, unknown> = {};
  for (const { flow, name } of await callKeys(ctx.platform, ctx.spaceId)) {
    const released = (await mayUse(ctx, flow)) ? await flowOf(ctx.platform, ctx.spaceId, flow) : undefined;
    if (!released?.enabled) continue;
    paths[`/api/flows/${name}`] = {
      post: {
        operationId: `orchestration.${name}`,
        tags: ['orchestration'],
        summary: released.name.en ?? released.name.zh,
        description: '',
        parameters: [
          { name: 'wait', in: 'query', required: false, schema: { type: 'number', minimum: 0, maximum: 30 } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: inputSchema(released.body) } } },
        responses: {
          200: {
            description: 'Done.',
            content: { 'application/json': { schema: z.toJSONSchema(FlowAnswer, { unrepresentable: 'any' }) } },
          },
        },
        security: [{ session: [] }],
      },
    };
  }
  return paths;
}

async function mayUse(ctx: Ctx, flow: string): Promise<boolean> {
  try {
    await inControl(ctx.platform.control, ctx.spaceId, (tx) => requireOn({ ...ctx, tx }, flowKind.kind, flow, 'use'));
    return true;
  } catch (error) {
    if (((error as { status?: number }).status ?? 500) < 500) return false;
    throw error;
  }
}
