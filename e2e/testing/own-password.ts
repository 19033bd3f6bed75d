import { expect } from '@playwright/test';

/** Signs in with a password that was given and chooses an own one, as the first sign-in asks; answers it. */
export async function chooseOwnPassword(origin: string, login: string, given: string): Promise<string> {
  const own = 'Riverside-plant-7';
  const first = await post(origin, '', { login, password: given });
  const { ticket } = (await first.json()) as { ticket: string };
  const answer = await post(origin, '/new-password', { ticket, next: own });
  expect(answer.ok, await answer.text()).toBe(true);
  return own;
}

const post = (origin: string, path: string, body: object): Promise<Response> =>
  fetch(new URL(`/api/identity/sessions${path}`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
