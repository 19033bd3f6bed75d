import { visitorsApi } from '@formwork/contract/visitors/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { createLink, listLinks, listVisits, revokeLink } from './links.ts';
import { openChart, openRows, openThing } from './open.ts';

export function visitorsRoutes(server: Server): void {
  routeDirect(server, visitorsApi.links, listLinks);
  routeDirect(server, visitorsApi.createLink, createLink);
  routeDirect(server, visitorsApi.revokeLink, revokeLink);
  routeDirect(server, visitorsApi.visits, listVisits);
  routeVisitor(server, visitorsApi.open, openThing);
  routeVisitor(server, visitorsApi.openRows, openRows);
  routeVisitor(server, visitorsApi.openChart, openChart);
}
