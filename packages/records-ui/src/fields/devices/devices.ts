import { iotApi, type Device, type DeviceReported } from '@formwork/contract/iot/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { batched } from '@formwork/web/http/batched.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf, queryClient } from '@formwork/web/http/query.ts';
import type { LiveMessage } from '@formwork/web/live/socket.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useCan } from '@formwork/web/session/session.ts';

/** null: asked for, and no device of that id may be seen. */
type Known = Device | null;

const read = batched(
  async (ids) =>
    new Map((await call(iotApi.findDevices, { query: { ids } })).map((device): [string, Known] => [device.id, device])),
  null as Known,
);

/** What nobody says aloud: that a device fell silent, or what a socket has no room for. */
const againMs = 60_000;
/** Watching begins a moment after it is asked for: what was reported between the first reading and then is read once more. */
const watchedMs = 1_000;

/** A device with its last values, which follow what it reports. undefined: not there yet, or this person sees no devices. A list of a hundred rows asks once, and a report draws anew what shows that device alone. */
export function useDevice(id: string): Device | null | undefined {
  const may = useCan()('iot.device.read') && id !== '';
  const { data } = useQuery({
    queryKey: deviceKey(id),
    queryFn: () => read(id),
    enabled: may,
    refetchInterval: againMs,
  });
  useEffect(() => {
    if (!may) return undefined;
    const watched = setTimeout(() => ask(id), watchedMs);
    return () => clearTimeout(watched);
  }, [may, id]);
  useLive<LiveMessage & DeviceReported>(`device:${may ? id : ''}`, (message) => hear(id, message));
  return may ? data : undefined;
}

/** A picker has read these a moment ago. */
export function rememberDevices(devices: readonly Device[]): void {
  for (const device of devices) queryClient.setQueryData<Known>(deviceKey(device.id), device);
}

function hear(id: string, { type, at, values }: DeviceReported): void {
  const device = queryClient.getQueryData<Known>(deviceKey(id));
  if (type !== 'iot.device.reported' || !values || !device) return ask(id);
  rememberDevices([{ ...device, state: 'online', lastAt: at, values: { ...device.values, ...values } }]);
}

function ask(id: string): void {
  void queryClient.invalidateQueries({ queryKey: deviceKey(id), exact: true });
}

function deviceKey(id: string): readonly unknown[] {
  const [endpoint, space] = keyOf(iotApi.findDevices);
  return [endpoint, space, 'device', id];
}
