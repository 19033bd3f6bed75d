import { profileApi } from '@formwork/contract/profile/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { removeDrawnSignature, removePortrait, setDrawnSignature, setPortrait } from './pictures.ts';
import { closeSteps, getProfile, updateProfile } from './profiles.ts';

export function profileRoutes(server: Server): void {
  route(server, profileApi.get, getProfile);
  route(server, profileApi.update, updateProfile);
  route(server, profileApi.closeSteps, closeSteps);
  routeDirect(server, profileApi.setPortrait, setPortrait);
  routeDirect(server, profileApi.removePortrait, removePortrait);
  routeDirect(server, profileApi.setDrawnSignature, setDrawnSignature);
  routeDirect(server, profileApi.removeDrawnSignature, removeDrawnSignature);
}
