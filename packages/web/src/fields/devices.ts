import { iotApi, type Device, type DeviceReported } from '@formwork/contract/iot/api.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { call, spacePath } from '../http/call.ts';
import type { LiveMessage } from '../live/socket.ts';
import { useLive } from '../live/use-live.ts';
import { useCan } from '../session/session.ts';

/** null: asked for, and no device of that id may be seen. */
const known = new Map<string, Device | null>();
const wanted = new Set<string>();
/** How often a device is shown just now. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();
const mostIds = 100;
/** What nobody says aloud: that a device fell silent, or what a socket has no room for. */
const againMs = 60_000;
/** Watching begins a moment after it is asked for: what was reported between the first reading and then is read once more. */
const watchedMs = 1_000;
let version = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let clock: ReturnType<typeof setInterval> | undefined;

/** A device with its last values, which follow what it reports. undefined: not there yet, or this person sees no devices. A list of a hundred rows asks once. */
export function useDevice(id: string): Device | null | undefined {
  const may = useCan()('iot.device.read');
  useSyncExternalStore(subscribe, () => version);
  const key = keyOf(id);
  useEffect(() => {
    if (!may || id === '') return undefined;
    shown.set(key, (shown.get(key) ?? 0) + 1);
    ask(id);
    const watched = setTimeout(() => ask(id), watchedMs);
    clock ??= setInterval(askAgain, againMs);
    return () => {
      clearTimeout(watched);
      const left = (shown.get(key) ?? 1) - 1;
      if (left > 0) shown.set(key, left);
      else shown.delete(key);
      if (shown.size === 0) {
        clearInterval(clock);
        clock = undefined;
      }
    };
  }, [may, id, key]);
  useLive<LiveMessage & DeviceReported>(`device:${may ? id : ''}`, (message) => hear(id, message));
  return may ? known.get(key) : undefined;
}

/** A picker has read these a moment ago. */
export function rememberDevices(devices: readonly Device[]): void {
  for (const device of devices) known.set(keyOf(device.id), device);
  tell();
}

function hear(id: string, { type, at, values }: DeviceReported): void {
  const device = known.get(keyOf(id));
  if (type !== 'iot.device.reported' || !values || !device) return ask(id);
  rememberDevices([{ ...device, state: 'online', lastAt: at, values: { ...device.values, ...values } }]);
}

function ask(id: string): void {
  wanted.add(id);
  timer ??= setTimeout(fetchWanted, 20);
}

function askAgain(): void {
  if (document.visibilityState !== 'visible') return;
  const here = keyOf('');
  for (const key of shown.keys()) if (key.startsWith(here)) ask(key.slice(here.length));
}

function fetchWanted(): void {
  timer = undefined;
  const ids = [...wanted];
  wanted.clear();
  for (let from = 0; from < ids.length; from += mostIds) void fetchDevices(ids.slice(from, from + mostIds));
}

async function fetchDevices(ids: string[]): Promise<void> {
  try {
    const found = await call(iotApi.findDevices, { query: { ids } });
    for (const id of ids) known.set(keyOf(id), null);
    rememberDevices(found);
  } catch {
    // what did not come is asked for again when the clock strikes
  }
}

function tell(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function keyOf(id: string): string {
  return `${spacePath()} ${id}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
