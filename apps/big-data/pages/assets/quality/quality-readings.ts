import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetContractApi } from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';

/** What a rule, a check or an incident changes. */
export const qualityReadings = [
  assetQualityApi.quality,
  assetQualityApi.results,
  assetQualityApi.failedRows,
  assetQualityApi.incidents,
  assetContractApi.contract,
  assetsApi.list,
  assetsApi.overview,
];
