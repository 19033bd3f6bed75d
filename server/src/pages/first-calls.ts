import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { favouritesApi } from '@formwork/contract/definitions/favourites-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { hostingApi } from '@formwork/contract/identity/hosting.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import type { RouteMatch } from '@formwork/contract/matcher.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { peopleApi } from '@formwork/contract/organization/people.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { overviewApi } from '@formwork/contract/workflow/overview.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../platform/context.ts';

interface Address {
  params: Record<string, string>;
  query: URLSearchParams;
}

type Calls = (address: Address) => string[];

/** What the frame asks whoever is signed in. */
const frameCalls = [
  identityApi.spaces.path,
  messagesApi.count.path,
  profileApi.get.path,
  hostingApi.toMe.path,
  `${runsApi.list.path}?limit=10`,
];

/** And on pages where people work: favourites stand at the side. */
const workCalls = [formsApi.listApps.path, formsApi.ownApps.path];

/** What a page surely asks first, as it asks it. Its own queries stay where they are: an answer that is not here is asked for as ever. */
const pageCalls: Partial<Record<RouteId, Calls>> = {
  home: () => [
    workflowApi.counts.path,
    `${workflowApi.todo.path}?limit=5`,
    `${messagesApi.list.path}?limit=20`,
    `${peopleApi.listPeople.path}?state=enabled&offset=0&limit=1`,
  ],
  workbench: ({ query }) => [
    overviewApi.forms.path,
    workflowApi.counts.path,
    ...(query.size === 0 ? [`${workflowApi.todo.path}?limit=50`] : []),
  ],
  appList({ query }) {
    const form = query.get('form');
    if (form === null) return [];
    return [
      ...at({ formId: form }, recordsApi.plan.path, workflowApi.startRights.path, viewsApi.list.path),
      ...(query.size === 1 ? firstRows(form) : []),
    ];
  },
  recordDetail({ params: { form }, query }) {
    const record = query.get('record');
    if (form === undefined || record === null) return [];
    return [
      ...at(
        { formId: form, recordId: record },
        recordsApi.plan.path,
        recordsApi.get.path,
        workflowApi.process.path,
        recordsApi.referring.path,
        recordsApi.history.path,
        talkApi.comments.path,
        talkApi.followers.path,
      ),
      ...(query.size === 1 ? firstRows(form) : []),
    ];
  },
  dashboard: ({ params: { id = '' } }) => [
    ...at({ dashboardId: id }, analyticsApi.dashboard.path),
    ...at({ kind: 'dashboard' }, favouritesApi.favourites.path),
  ],
  screen: ({ params: { id = '' } }) => at({ screenId: id }, analyticsApi.screen.path),
};

function firstRows(form: string): string[] {
  const [rows, count] = at({ formId: form }, recordsApi.list.path, recordsApi.count.path);
  return [`${rows!}?limit=100`, count!];
}

function at(params: Record<string, string>, ...paths: string[]): string[] {
  return paths.map((path) => path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)));
}

/** What takes longer the page asks for itself. */
const patienceMs = 3_000;

/**
 * Answers to the calls that a page surely makes, by their address, to be sent along with it: on a slow line each call by itself costs a way there and back.
 * They are calls like any other, of the same person.
 */
export function firstAnswers(
  fastify: FastifyInstance,
): (request: FastifyRequest, match: RouteMatch, ctx: Ctx) => Promise<Record<string, string>> {
  return async (request, { route, params, spaceUri }, ctx) => {
    if (route.layout === 'access') return {};
    const { searchParams } = new URL(request.url, 'http://localhost');
    const paths = new Set([
      ...frameCalls,
      ...(route.layout === 'customer' ? workCalls : []),
      ...(pageCalls[route.id as RouteId]?.({ params, query: searchParams }) ?? []),
    ]);
    const prefix = route.pattern.startsWith('/{spaceUri?}') ? `/${spaceUri ?? `space-${ctx.spaceId}`}` : '';
    const answers: Record<string, string> = {};
    const late = AbortSignal.timeout(patienceMs);
    const all = Promise.all(
      [...paths].map(async (path) => {
        const url = `${prefix}/api${path}`;
        const { cookie, 'user-agent': agent, 'accept-language': language } = request.headers;
        const { statusCode, payload } = await fastify.inject({
          method: 'GET',
          url,
          headers: { cookie, 'user-agent': agent, 'accept-language': language },
          remoteAddress: request.ip,
        });
        if (statusCode === 200 && !late.aborted) answers[url] = payload;
      }),
    );
    await Promise.race([all, new Promise((resolve) => late.addEventListener('abort', resolve))]).catch(() => undefined);
    return answers;
  };
}
