import { QueryObserver } from '@tanstack/react-query';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { expect, test } from 'vitest';
import { queryClient, refresh } from './query.ts';

test('what changes while a first answer is on its way is asked for once more', async () => {
  const queryKey = [`${messagesApi.count.method} ${messagesApi.count.path}`, {}];
  let asked = 0;
  const answers: ((value: number) => void)[] = [];
  const queryFn = (): Promise<number> => {
    asked += 1;
    return new Promise((resolve) => answers.push(resolve));
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  const end = observer.subscribe(() => {});
  await expect.poll(() => asked).toBe(1);
  const refreshed = refresh(messagesApi.count);
  answers[0]!(0);
  await expect.poll(() => asked).toBe(2);
  answers[1]!(1);
  await refreshed;
  expect(observer.getCurrentResult().data).toBe(1);
  end();
});
