import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { Timing } from './timing.ts';

export const Schedule = z.object({
  id: uuid,
  ofKind: z.string(),
  ofId: z.string(),
  timing: Timing,
  paused: z.boolean(),
  /** Null when it is over or paused. */
  nextAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Schedule = z.infer<typeof Schedule>;

export const dueStates = ['ready', 'waiting', 'started', 'ended', 'skipped', 'failed'] as const;
export const Due = z.object({
  due: z.iso.datetime(),
  run: uuid,
  state: z.enum(dueStates),
  error: z.string().nullable(),
});

const ofSchedule = z.object({ scheduleId: uuid });
const ofKind = z.string().max(60);
const ofId = z.string().min(1).max(100);

export const schedulesApi = {
  list: endpoint({
    method: 'GET',
    path: '/schedules',
    permission: 'schedules.schedule.read',
    summary: 'The schedules of one thing.',
    query: z.object({ ofKind, ofId }),
    response: z.array(Schedule),
  }),
  create: endpoint({
    method: 'POST',
    path: '/schedules',
    permission: 'schedules.schedule.edit',
    summary: 'Lets a thing run by the clock.',
    body: z.object({ ofKind, ofId, timing: Timing }),
    response: Schedule,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/schedules/:scheduleId',
    permission: 'schedules.schedule.edit',
    summary: 'Changes when a thing runs.',
    params: ofSchedule,
    body: z.object({ version: z.int(), timing: Timing }),
    response: Schedule,
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/schedules/:scheduleId/pause',
    permission: 'schedules.schedule.edit',
    summary: 'Stops a schedule, or lets it go on from now.',
    params: ofSchedule,
    body: z.object({ paused: z.boolean() }),
    response: Schedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/schedules/:scheduleId',
    permission: 'schedules.schedule.edit',
    summary: 'Removes a schedule; runs that began go on.',
    params: ofSchedule,
    response: z.null(),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/schedules/preview',
    permission: 'schedules.schedule.read',
    summary: 'The next ten times of a timing, from now or from a moment.',
    body: z.object({ timing: Timing, from: z.iso.datetime({ offset: true }).optional() }),
    response: z.object({ times: z.array(z.iso.datetime()), zone: z.string() }),
  }),
  dues: endpoint({
    method: 'GET',
    path: '/schedules/:scheduleId/dues',
    permission: 'schedules.schedule.read',
    summary: 'The last fifty moments at which it was due, and what became of each.',
    params: ofSchedule,
    response: z.array(Due),
  }),
};
