import { randomUUID } from 'node:crypto';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { z } from 'zod';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import { openMqttLine, secured, type MqttLine } from './mqtt-line.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    mqtt: MqttBroker;
  }
}

type Settings = z.infer<(typeof dataConnections)['mqtt']['settings']>;
type Secrets = z.infer<(typeof dataConnections)['mqtt']['secrets']>;

export interface MqttBroker extends Opened {
  /** As a client that the broker keeps in mind, with what waits for it; without a name as one that it forgets. */
  line(clientId?: string): Promise<MqttLine>;
  /** The broker keeps nothing any more for a client. */
  forget(clientId: string): Promise<void>;
  /** The broker keeps nothing any more for a client. */
  forget(clientId: string): Promise<void>;
}

/** A broker of messages. */
export const mqttKind: ConnectionKind<Settings, Secrets, MqttBroker> = {
  kind: 'mqtt',
  ...dataConnections.mqtt,
  async test(opening) {
    await (await lineTo(opening, undefined)).close();
  },
  open(opening) {
    return Promise.resolve({
      line: (clientId) => lineTo(opening, clientId),
      async forget(clientId) {
        await (await lineTo(opening, clientId, false)).close();
      },
      close: () => Promise.resolve(),
    });
  },
};

async function lineTo(
  { platform, spaceId, settings, secrets }: Opening<Settings, Secrets>,
  clientId: string | undefined,
  lasting = clientId !== undefined,
): Promise<MqttLine> {
  const { host, port, tls, ca, user } = settings;
  const plain = await platform.outgoing.connect({ host, port }, { spaceId });
  try {
    const socket = tls ? await secured(plain, host, ca) : plain;
    return await openMqttLine(socket, {
      // older brokers take no longer one
      clientId: clientId ?? `fw${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      lasting,
      user,
      password: secrets.password,
    });
  } catch (error) {
    plain.destroy();
    throw error;
  }
}
