import type { Subscriber } from '../../platform/events/events.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { attachFiles } from '../files/public.ts';
import { documentKind, documentThing } from './file-guard.ts';

/** Whoever died between the save and the attaching: a file that nothing holds would be removed one day. */
export const attachDocuments: Subscriber = {
  name: 'documents.attach',
  start: 'now',
  types: ['documents.document.added', 'documents.version.added'],
  async handle(platform, spaceId, events) {
    for (const { actor, data } of events) {
      if (actor === null) continue;
      const { rows } = await spaceQuery<{ file_id: string }>(platform, {
        text: `select distinct file_id from ${spaceSchema(spaceId)}.documents_version where document_id = $1 and made_by = $2`,
        values: [data.id, actor],
      });
      await attachFiles(
        platform,
        spaceId,
        actor,
        rows.map((row) => row.file_id),
        { kind: documentKind, id: documentThing(String(data.appId), String(data.id)) },
      );
    }
  },
};
