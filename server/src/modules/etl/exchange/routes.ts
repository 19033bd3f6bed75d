import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { describeRights, route, routeDirect, type Server } from '../../../platform/http/http.ts';
import { changeByDecision, decideRequest, endRequest } from './decisions.ts';
import { getRequest } from './detail.ts';
import { getShown, listDirectory } from './directory.ts';
import { changeByOffering, setOffered } from './offering.ts';
import { createOffer, listOffers, removeOffer, sourceColumns, updateOffer } from './offers.ts';
import { listRequests, requestOffer } from './requests.ts';

export function exchangeRoutes(server: Server): void {
  route(server, exchangeApi.directory, listDirectory);
  route(server, exchangeApi.shown, getShown);
  route(server, exchangeApi.offers, listOffers);
  route(server, exchangeApi.createOffer, createOffer);
  route(server, exchangeApi.updateOffer, updateOffer);
  route(server, exchangeApi.removeOffer, removeOffer);
  routeDirect(server, exchangeApi.setOffered, setOffered);
  describeRights(server, exchangeApi.setOffered, changeByOffering);
  routeDirect(server, exchangeApi.sourceColumns, sourceColumns);
  route(server, exchangeApi.requests, listRequests);
  routeDirect(server, exchangeApi.get, getRequest);
  route(server, exchangeApi.request, requestOffer);
  route(server, exchangeApi.decide, decideRequest);
  describeRights(server, exchangeApi.decide, changeByDecision);
  route(server, exchangeApi.end, endRequest);
}
