import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { contextParameters, parametersName } from '@formwork/etl/parameters.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { createContext, use } from 'react';

const TaskParameters = createContext<readonly EtlParameter[]>([]);

/** Of the task that is drawn, for whatever may name them. */
export const TaskParametersProvider = TaskParameters.Provider;

export const useTaskParameters = (): readonly EtlParameter[] => use(TaskParameters);

/** As expressions and statements write them, those of every run the last. */
export function useParameterNames(how: 'feel' | 'sql' | 'file'): string[] {
  const own = useTaskParameters();
  const names = [...own.map(({ name }) => name), ...contextParameters.map(({ name }) => name)];
  return names.map((name) => (how === 'feel' ? `${parametersName}.${name}` : how === 'sql' ? `:${name}` : `{${name}}`));
}

/** That they are there, where one may name them. */
export function ParameterHint({ how }: { how: 'feel' | 'sql' | 'file' }) {
  const t = useT();
  const names = useParameterNames(how);
  return <small className="etl-quiet">{t('etltask.parameters_hint', { names: names.join(', ') })}</small>;
}
