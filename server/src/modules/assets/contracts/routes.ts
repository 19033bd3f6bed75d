import { assetContractApi } from '@formwork/contract/assets/contract.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { getContract, putContract, removeContract } from './contracts.ts';

export function contractRoutes(server: Server): void {
  routeDirect(server, assetContractApi.contract, getContract);
  routeDirect(server, assetContractApi.putContract, putContract);
  routeDirect(server, assetContractApi.removeContract, removeContract);
}
