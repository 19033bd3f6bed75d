import { analysisKinds, type AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropAttached } from '../files/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { nameSeen } from './comments.ts';
import { maySee } from './require-seen.ts';
import { screenFiles } from './take-video.ts';

/** Tells those whom a comment mentions and who see the page, and pages that are open; what is kept about a page goes with it. */
export const pageFollower: Subscriber = {
  name: 'analytics.pages',
  start: 'now',
  types: ['analytics.comment.', 'definitions.purged'],
  async handle(platform, spaceId, events) {
    for (const event of events) {
      const { kind, thing, id } = event.data as { kind: string; thing?: string; id?: string };
      if (!isAnalysis(kind)) continue;
      if (event.type === 'definitions.purged') {
        await forget(platform, spaceId, kind, id!);
        continue;
      }
      platform.realtime.publish(spaceId, {
        to: { topic: `${pageTopic}:${kind}/${thing}` },
        message: { type: 'analysis.commented' },
      });
      if (event.type === 'analytics.comment.added') await tell(platform, spaceId, event, kind, thing!);
    }
  },
};

const pageTopic = 'analysis';

/** Whoever sees a page may hear that something was said about it. */
export async function mayWatchPage(ctx: Ctx, id: string): Promise<boolean> {
  const [kind = '', thing = ''] = id.split('/');
  return isAnalysis(kind) && /^[\da-f-]{36}$/.test(thing) && maySee(ctx, kind, thing);
}

function isAnalysis(kind: string): kind is AnalysisKind {
  return (analysisKinds as readonly string[]).includes(kind);
}

const pageOf = { chart: 'chartView', dashboard: 'dashboard', screen: 'screen' } as const;

async function tell(platform: Platform, spaceId: string, event: LoggedEvent, kind: AnalysisKind, thing: string) {
  const { people } = event.data as { people: string[] };
  const others = people.filter((person) => person !== event.actor);
  const names = await Promise.all(others.map((person) => nameSeen({ platform, spaceId }, person, kind, thing)));
  const told = others.flatMap((person, at) => {
    const title = names[at];
    return title ? [{ person, kind: 'analyticsMentioned' as const, title }] : [];
  });
  if (told.length === 0) return;
  await leaveMessages(platform, spaceId, {
    source: event.id,
    people: told,
    target: { page: pageOf[kind], params: { id: thing }, query: { talk: '1' } },
    by: event.actor,
  });
}

async function forget(platform: Platform, spaceId: string, kind: AnalysisKind, thing: string): Promise<void> {
  for (const table of ['analytics_comment', 'analytics_look', 'analytics_start_page'])
    await spaceQuery(platform, {
      text: `delete from ${spaceSchema(spaceId)}.${table} where kind = $1 and thing = $2`,
      values: [kind, thing],
    });
  if (kind === 'screen') await dropAttached(platform, spaceId, { kind: screenFiles, id: thing }, []);
}
