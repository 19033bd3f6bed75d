import { expect, it } from 'vitest';
import { liveRoutes, watchedTopic } from './live-routes.ts';

it('wakes those who asked, once for all that came within a frame, in its order', () => {
  const frames: (() => void)[] = [];
  const routes = liveRoutes((work) => frames.push(work));
  const heard: string[] = [];
  const woken = new Set<string>();
  const on = (name: string) =>
    routes.on(name, ({ type, n }) => {
      woken.add(name);
      heard.push(`${name} ${type} ${String(n)}`);
    });
  on('form:a');
  const off = on('form:b');
  on('workflow.');
  on('workflow.push');
  const say = (type: string, n: number, topic?: string) =>
    routes.hear({ type, n, ...(topic !== undefined && { topic }) });
  say('records.changed', 1, 'form:a');
  say('workflow.push', 2);
  say('watching', 3, 'form:a');
  say('workflow.comment', 4);
  expect([heard, frames.length]).toEqual([[], 1]);
  frames.shift()!();
  expect(heard).toEqual([
    'form:a records.changed 1',
    'workflow.push workflow.push 2',
    'workflow. workflow.push 2',
    'workflow. workflow.comment 4',
  ]);
  expect(woken.has('form:b')).toBe(false);
  off();
  say('records.changed', 5, 'form:b');
  frames.shift()!();
  expect(heard).toHaveLength(4);
});

it('watches what has a name, and asks the server for nothing as long as there is none', () => {
  expect(['device:a', 'form:a/b', 'device:', 'workflow.', 'messages.changed'].map(watchedTopic)).toEqual([
    'device:a',
    'form:a/b',
    undefined,
    undefined,
    undefined,
  ]);
});
