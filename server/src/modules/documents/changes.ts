import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { inSpace, type SpaceTx } from '../../platform/db/space-data.ts';

/** The topic of an application of files. */
export const documentsTopic = 'documents';

/** A change in a transaction of its own; pages that show the application read it again. */
export async function changing<T>(ctx: Ctx, appId: string, work: (tx: SpaceTx) => Promise<T>): Promise<T> {
  try {
    const done = await inSpace(ctx, work);
    ctx.platform.realtime.publish(ctx.spaceId, {
      to: { topic: `${documentsTopic}:${appId}` },
      message: { type: 'documents.changed', appId },
    });
    return done;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'documents_node_name_key')
      throw conflict('documents.node.name_taken');
    throw error;
  }
}
