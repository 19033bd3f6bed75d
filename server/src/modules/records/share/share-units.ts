import type { Receiver, ShareLevel } from '@formwork/contract/records/share.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { directoryOf, peopleAmong } from '../../organization/public.ts';
import { grantRecord } from '../rights/grants.ts';
import { shareOrigin } from './share.ts';

const atOnce = 200;

/** Who joins a department, post, group or role is given what was shared with it; who leaves loses it. Done twice it changes nothing. */
export const shareUnitsSubscriber: Subscriber = {
  name: 'records.share_units',
  start: 'now',
  types: [
    'organization.department.',
    'organization.person.',
    'organization.post.',
    'organization.group.',
    'organization.role.',
    'identity.membership.',
  ],
  async handle(platform, spaceId) {
    for (let after: string | undefined; ;) {
      const shares = await sharesWithUnits(platform, spaceId, after);
      if (shares.length > 0) await bringUpToDate(platform, spaceId, shares);
      if (shares.length < atOnce) return;
      after = shares.at(-1)?.id;
    }
  },
};

interface Stored {
  id: string;
  record_id: string;
  form_id: string;
  receivers: Receiver[];
  level: ShareLevel;
  hidden: string[];
  created_by: string;
}

async function sharesWithUnits(platform: Platform, spaceId: string, after: string | undefined): Promise<Stored[]> {
  const { rows } = await spaceQuery<Stored>(platform, {
    text: `select id, record_id, form_id, receivers, level, hidden, created_by from ${spaceSchema(spaceId)}.records_share where by_unit and ($1::uuid is null or id > $1) order by id limit ${atOnce}`,
    values: [after ?? null],
  });
  return rows;
}

async function bringUpToDate(platform: Platform, spaceId: string, shares: readonly Stored[]): Promise<void> {
  const directory = await directoryOf(platform, spaceId);
  // many records are shared with the same receivers
  const known = new Map<string, string[]>();
  for (const share of shares) {
    const key = JSON.stringify(share.receivers);
    if (!known.has(key)) known.set(key, peopleAmong(directory, share.receivers));
    const people = known.get(key)!.filter((id) => id !== share.created_by);
    const doer = {
      platform,
      spaceId,
      requestId: newId(),
      ip: '',
      user: { id: share.created_by, role: 'user' as const },
    };
    await inSpace(doer, async (tx) => {
      const { rows: there } = await tx.query<{ user_id: string }>({
        text: `select user_id from ${tx.schema}.records_grant where record_id = $1 and origin = $2`,
        values: [share.record_id, shareOrigin(share.id)],
      });
      const held = new Set(there.map((row) => row.user_id));
      const meant = new Set(people);
      const gone = [...held].filter((id) => !meant.has(id));
      if (gone.length > 0)
        await tx.query({
          text: `delete from ${tx.schema}.records_grant where record_id = $1 and origin = $2 and user_id = any($3::uuid[])`,
          values: [share.record_id, shareOrigin(share.id), gone],
        });
      const added = people.filter((id) => !held.has(id));
      // a record in the bin has no grants: it gets them when it comes back
      const { rowCount: ended } = await tx.query({
        text: `select 1 from ${tx.schema}.records_share where record_id = $1 and id = $2 and not exists (select 1 from ${tx.schema}.records_bin where id = $1) for key share`,
        values: [share.record_id, share.id],
      });
      if (added.length > 0 && ended > 0)
        grantRecord(tx, doer, {
          formId: share.form_id,
          recordId: share.record_id,
          users: added,
          level: share.level,
          origin: shareOrigin(share.id),
          hidden: share.hidden,
        });
    });
  }
}
