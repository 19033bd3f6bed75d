import { inControl } from '../platform/db/db.ts';
import type { TestServer } from './server.ts';

/** The code that was written last into the outbox for a phone or mailbox; undefined when none was. */
export async function lastCode({ platform, spaceId }: TestServer, target: string): Promise<string | undefined> {
  const row = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('platform.outbox')
      .select('body_text')
      .where('recipient', '=', target)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return /\b\d{6}\b/.exec(row?.body_text ?? '')?.[0];
}
