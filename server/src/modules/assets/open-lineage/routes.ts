import { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import { receiverApi } from '@formwork/contract/assets/receivers.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { exportLineage } from './export.ts';
import { createReceiver, listReceivers, removeReceiver, sendNow, updateReceiver } from './receivers.ts';
import { takeEvents } from './take.ts';
import { toldEvents } from './told.ts';

export function openLineageRoutes(server: Server): void {
  routeDirect(server, openLineageApi.take, takeEvents);
  routeDirect(server, openLineageApi.events, toldEvents);
  routeDirect(server, openLineageApi.export, exportLineage);
  routeDirect(server, receiverApi.receivers, listReceivers);
  routeDirect(server, receiverApi.createReceiver, createReceiver);
  routeDirect(server, receiverApi.updateReceiver, updateReceiver);
  routeDirect(server, receiverApi.removeReceiver, removeReceiver);
  routeDirect(server, receiverApi.sendNow, sendNow);
}
