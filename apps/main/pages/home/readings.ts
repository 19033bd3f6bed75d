import { formsApi } from '@formwork/contract/forms/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { peopleApi } from '@formwork/contract/organization/people.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';

export const shownTodos = 5;
/** Of these, what is no to-do is shown. */
const readMessages = 20;

/** What the start page shows, read together: what came one by one would push the rest about. */
export function useStart() {
  const can = useCan();
  const work = can('workflow.task.handle');
  useLive('workflow.', () => {
    if (work) void refresh(workflowApi.counts, workflowApi.todo);
  });
  useLive('messages.changed', () => void refresh(messagesApi.list));
  const apps = useQuery({ ...q(formsApi.listApps), enabled: can('forms.app.read') });
  const own = useQuery({ ...q(formsApi.ownApps), enabled: can('forms.app.read') });
  const counts = useQuery({ ...q(workflowApi.counts), enabled: work });
  const todo = useQuery({ ...q(workflowApi.todo, { query: { limit: shownTodos } }), enabled: work });
  const messages = useQuery({
    ...q(messagesApi.list, { query: { limit: readMessages } }),
    enabled: can('messages.own.edit'),
  });
  const people = useQuery({
    ...q(peopleApi.listPeople, { query: { state: 'enabled', offset: 0, limit: 1 } }),
    enabled: can('organization.person.manage'),
  });
  const profile = useQuery({ ...q(profileApi.get), enabled: can('profile.own.edit') });
  const all = [apps, own, counts, todo, messages, people, profile];
  return {
    waiting: all.some(({ isLoading }) => isLoading),
    all,
    apps: apps.data?.apps,
    own: own.data,
    counts: counts.data,
    todo: todo.data?.items,
    messages: messages.data?.rows,
    people: people.data?.total,
    profile: profile.data,
  };
}
export type Start = ReturnType<typeof useStart>;
