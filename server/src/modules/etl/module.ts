import type { Module } from '../../platform/module.ts';
import { fileAssets } from './assets/files.ts';
import { tableAssets } from './assets/tables.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { clickhouseKind } from './kinds/clickhouse.ts';
import { diskKind } from './kinds/disk.ts';
import { filesKind } from './kinds/files.ts';
import { mqttKind } from './kinds/mqtt.ts';
import { restKind } from './kinds/rest.ts';
import { sftpKind } from './kinds/sftp.ts';
import { sqlserverKind } from './kinds/sqlserver.ts';
import { webdavKind } from './kinds/webdav.ts';
import { startEtl } from './start.ts';
import { startTasks, taskParts } from './tasks/kept/parts.ts';

export const etlModule: Module = {
  name: 'etl',
  ...taskParts,
  routes(server) {
    explorerRoutes(server);
    taskParts.routes(server);
    exchangeRoutes(server);
  },
  connections: [clickhouseKind, diskKind, filesKind, mqttKind, restKind, sftpKind, sqlserverKind, webdavKind],
  assets: [tableAssets, fileAssets],
  constraintCodes: {
    offer_title_key: { code: 'etl.exchange.title_taken', path: 'title' },
    exchange_request_open_key: 'etl.exchange.asked_already',
  },
  start(platform) {
    startEtl(platform);
    startTasks(platform);
  },
};
