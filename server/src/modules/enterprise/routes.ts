import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { route, routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { getAppearance, setAppMenus, setLogo, setScanning, setTheme, setWatermark } from './appearance.ts';
import { getInfo, setInfo } from './info.ts';
import { getStyleSheet, sendStyleSheet, setStyleSheet } from './style-sheet.ts';
import { dueAfter, getTimeZone, getWorkTime, setWorkTime } from './work-time.ts';

export function enterpriseRoutes(server: Server): void {
  routeDirect(server, enterpriseApi.appearance, getAppearance);
  routeDirect(server, enterpriseApi.setTheme, setTheme);
  routeDirect(server, enterpriseApi.setLogo, setLogo);
  routeDirect(server, enterpriseApi.setWatermark, setWatermark);
  routeDirect(server, enterpriseApi.setScanning, setScanning);
  routeDirect(server, enterpriseApi.setAppMenus, setAppMenus);
  routeDirect(server, enterpriseApi.getStyleSheet, getStyleSheet);
  routeDirect(server, enterpriseApi.setStyleSheet, setStyleSheet);
  routeVisitor(server, enterpriseApi.styleSheet, sendStyleSheet);
  routeDirect(server, enterpriseApi.getInfo, getInfo);
  routeDirect(server, enterpriseApi.setInfo, setInfo);
  route(server, enterpriseApi.getWorkTime, getWorkTime);
  routeDirect(server, enterpriseApi.setWorkTime, setWorkTime);
  routeDirect(server, enterpriseApi.timeZone, getTimeZone);
  route(server, enterpriseApi.dueAfter, dueAfter);
}
